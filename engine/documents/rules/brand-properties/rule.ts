import { posix } from 'node:path';
import { suggestName } from '#engine/shared/suggest-name.ts';
import type { BrandDocument } from '#schemas/generated/documents.ts';
import { readBrand, readBrands } from '../../brand/read-brand.ts';
import type { FindingDraft } from '../../finding-draft.ts';
import type { Path } from '../../source-location.ts';
import type { Rule } from '../rule.ts';
import { findForeignTitles } from './find-foreign-titles.ts';

/** Properties of further brands, which state them in place of `site.json`. */
const FURTHER = ['name', 'shortName', 'organization', 'image', 'links', 'home'] as const;

export const brandProperties: Rule = {
  id: 'brand-properties',
  severity: 'error',
  description:
    'The brand of the site repeats nothing of the site document, further brands have the colours, links and mails of a whole one, and their pages the name of their brand.',
  project: function* (project) {
    const { written, references } = project;
    yield* findForeignTitles(project);
    const own = readBrand(written.get('brand'));
    const mailFiles = new Map<string, string>();
    for (const { id, file, brand } of readBrands(written)) {
      yield* id === 'brand' ? checkOwn(file, brand) : checkFurther(file, brand, own, references.site.links);
      yield* checkMailFiles(file, brand, mailFiles);
    }
  },
};

function* checkOwn(file: string, brand: BrandDocument): Generator<FindingDraft> {
  for (const name of FURTHER) {
    if (brand[name] === undefined) continue;
    yield {
      location: { file, path: [name], at: 'key' },
      message: `"${name}" of the brand of the site is in "pages-config/site.json"${name === 'home' ? ' as "start" of its "documents"' : ''}. Remove it here.`,
      expected: `no "${name}" in brand.json`,
      found: name,
    };
  }
}

function* checkFurther(
  file: string,
  { colours, links = {}, address }: BrandDocument,
  own: BrandDocument | null,
  known: ReadonlySet<string> | undefined,
): Generator<FindingDraft> {
  const missing = Object.keys(own?.colours ?? {}).filter((name) => !Object.hasOwn(colours, name));
  if (missing.length > 0)
    yield {
      location: { file, path: ['colours'], at: 'key' },
      message: `The colours ${missing.join(', ')} of "pages-config/brand.json" are missing here, and style sheets of blocks use them by name. Give each a colour of this brand.`,
      expected: `colours named ${missing.join(', ')}`,
    };
  for (const name of Object.keys(links)) {
    if (known === undefined || known.has(name)) continue;
    yield {
      location: { file, path: ['links', name], at: 'key' },
      message: `The site has no link "${name}", so nothing uses this one. Name a link of "pages-config/site.json".`,
      expected: `one of ${[...known].join(', ')}`,
      found: name,
      suggestion: suggestName(name, known),
    };
  }
  if (address !== undefined)
    yield {
      location: { file, path: ['address'], at: 'key' },
      message:
        'Texts are shared by all brands, so that their form of address is in "pages-config/brand.json" alone. Remove it here.',
      expected: 'no "address" in a further brand',
    };
}

/** Mails name their images by file name: two brands with different files of one name would show those of the other. */
function* checkMailFiles(
  file: string,
  { mails: { emblem, envelope } = {} }: BrandDocument,
  known: Map<string, string>,
): Generator<FindingDraft> {
  const images: readonly (readonly [Path, string | undefined])[] = [
    [['mails', 'emblem'], emblem],
    ...Object.entries(envelope ?? {}).map(([name, image]) => [['mails', 'envelope', name], image] as const),
  ];
  for (const [path, image] of images) {
    if (image === undefined) continue;
    const name = posix.basename(image);
    const other = known.get(name) ?? image;
    known.set(name, other);
    if (other === image) continue;
    yield {
      location: { file, path },
      message: `"${image}" has the file name of "${other}", and images of mails are found by their file names. Rename one of the two files.`,
      expected: `a file name other than ${name}`,
      found: image,
    };
  }
}
