import { suggestName } from '#engine/shared/suggest-name.ts';
import type { BrandDocument } from '#schemas/generated/documents.ts';
import { readBrands } from '../../brand/read-brand.ts';
import type { Path } from '../../source-location.ts';
import type { Rule } from '../rule.ts';

export const unknownFile: Rule = {
  id: 'unknown-file',
  severity: 'error',
  description:
    'Every file that a brand names exists under `pages-config/brand/` and is of the kind that its place needs.',
  project: function* ({ written, brandFiles }) {
    for (const { file: brandFile, brand } of readBrands(written)) {
      for (const { path, file, endings } of listFiles(brand)) {
        const location = { file: brandFile, path };
        if (!endings.some((ending) => file.endsWith(ending))) {
          yield {
            location,
            message: `"${file}" is not a file of the kind that mail programs show here.`,
            expected: `a file that ends with ${endings.join(' or ')}`,
            found: file,
          };
        } else if (brandFiles !== undefined && !brandFiles.has(file)) {
          yield {
            location,
            message: `There is no file "${file}".`,
            expected: 'the path of a file under pages-config/brand/',
            found: file,
            suggestion: suggestName(
              file,
              [...brandFiles].filter((known) => endings.some((ending) => known.endsWith(ending))),
            ),
          };
        }
      }
    }
  },
};

const IMAGES = ['.png', '.jpg'];

interface FileUse {
  readonly path: Path;
  readonly file: string;
  readonly endings: readonly string[];
}

function listFiles({ mails = {} }: BrandDocument): readonly FileUse[] {
  const { emblem, envelope, fonts } = mails;
  return [
    ...(emblem === undefined ? [] : [{ path: ['mails', 'emblem'], file: emblem, endings: IMAGES }]),
    ...Object.entries(envelope ?? {}).map(([name, file]) => ({
      path: ['mails', 'envelope', name],
      file,
      endings: IMAGES,
    })),
    ...(['display', 'text'] as const).flatMap((role) => {
      const font = fonts?.[role];
      return font === undefined
        ? []
        : [{ path: ['mails', 'fonts', role, 'file'], file: font.file, endings: ['.woff2'] }];
    }),
  ];
}
