import { outlinesOf } from '../../headings.ts';
import type { Rule } from '../rule.ts';

export const headingOrder: Rule = {
  id: 'heading-order',
  severity: 'error',
  description: 'Headings go down one level at a time, in the order in which the page shows them (WCAG 1.3.1).',
  sound: function* (document) {
    if (document.written.kind === 'fragment') return;
    for (const headings of outlinesOf(document)) {
      for (const [index, { level, place }] of headings.entries()) {
        const before = headings[index - 1]?.level;
        if (before === undefined || level <= before + 1) continue;
        yield {
          place,
          message: `On "${document.id}" this heading of level ${level} follows one of level ${before}, so a level is left out.`,
          expected: `a heading of level ${before + 1} or above`,
          found: level,
        };
      }
    }
  },
};
