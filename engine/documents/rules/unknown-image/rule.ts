import { didYouMean } from '#engine/shared/did-you-mean.ts';
import { isObject } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const unknownImage: Rule = {
  id: 'unknown-image',
  severity: 'error',
  description: 'Every picture that a document shows exists under `images/`.',
  image: function* ({ value, place }, { images }) {
    const src = isObject(value) ? value['src'] : undefined;
    if (typeof src !== 'string' || !src.startsWith('images/') || images.has(src)) return;
    const suggestion = didYouMean(src, images);
    yield {
      place: { file: place.file, path: [...place.path, 'src'] },
      message: `There is no picture "${src}".`,
      expected: 'the path of a file under images/',
      found: src,
      suggestion,
    };
  },
};
