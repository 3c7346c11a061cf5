import { posix } from 'node:path';
import { suggestName } from '#engine/shared/suggest-name.ts';
import { isObject } from '../../json.ts';
import { explainRenamedFile } from '../../explain-renamed-file.ts';
import { GRADES_FILE } from '../../read-project.ts';
import type { Rule } from '../rule.ts';

/** An image of the same name in another folder, or one with a similar path. */
function findImage(path: string, images: ReadonlySet<string>): string | undefined {
  const name = posix.basename(path);
  return [...images].find((image) => posix.basename(image) === name) ?? suggestName(path, images);
}

export const unknownImage: Rule = {
  id: 'unknown-image',
  severity: 'error',
  description: 'Every image that a document shows exists under `images/`.',
  image: function* ({ value, location }, { images }) {
    const src = isObject(value) ? value['src'] : undefined;
    if (typeof src !== 'string' || !src.startsWith('images/') || images.has(src)) return;
    const suggestion = findImage(src, images);
    yield {
      location: { file: location.file, path: [...location.path, 'src'] },
      message: `There is no image "${src}".`,
      expected: 'the path of a file under images/',
      found: src,
      suggestion,
      missing: { name: src, cause: suggestion === undefined ? undefined : explainRenamedFile(src, suggestion) },
    };
  },
  project: function* ({ sources, references: { images } }) {
    const { value = {}, file = '' } = sources.find((source) => source.file === GRADES_FILE) ?? {};
    for (const image of Object.keys(isObject(value) ? value : {}))
      if (!images.has(image))
        yield {
          location: { file, path: [image], at: 'key' },
          severity: 'warning',
          message: `There is no image "${image}", so nothing is known about its crops. "npm run check -- --fix" takes the entry out.`,
          expected: 'the path of a file under images/',
          found: image,
          suggestion: findImage(image, images),
          // Documents that show it have the same finding.
          missing: { name: image },
        };
  },
};
