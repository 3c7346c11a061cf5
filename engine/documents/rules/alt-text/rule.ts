import { isObject } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const altText: Rule = {
  id: 'alt-text',
  severity: 'error',
  description: 'Every picture has a text for people who do not see it, or says that it is decorative (WCAG 1.1.1).',
  image: function* ({ value, place, owner }) {
    if (!isObject(value) || typeof value['src'] !== 'string') return;
    const hasText = value['alt'] !== undefined;
    const isDecorative = value['decorative'] !== undefined;
    if (hasText !== isDecorative) return;
    yield {
      place,
      message: hasText
        ? `The picture "${value['src']}" of ${owner} has an alternative text and says that it is decorative; only one can be true.`
        : `The picture "${value['src']}" of ${owner} has no alternative text.`,
      expected: 'either "alt" with a text, or "decorative": true',
      mark: 'alt',
    };
  },
};
