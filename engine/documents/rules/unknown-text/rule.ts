import { didYouMean } from '#engine/base/did-you-mean.ts';
import type { Rule } from '../rule.ts';

export const unknownText: Rule = {
  id: 'unknown-text',
  severity: 'error',
  description: 'Every translation key that a document uses exists.',
  text: function* ({ value, place }, { texts }) {
    if (typeof value !== 'string' || texts.names.has(value) || !value.includes('.')) return;
    const namespace = value.slice(0, value.indexOf('.'));
    const suggestion = didYouMean(value, texts.names);
    yield {
      place,
      message: `There is no text with the key "${value}" in any language.`,
      expected: `an entry "${value.slice(namespace.length + 1)}" in locales/<language>/${namespace}.json`,
      found: value,
      suggestion,
    };
  },
};
