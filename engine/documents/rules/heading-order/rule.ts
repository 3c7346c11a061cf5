import { type Heading, getOutlines } from '../../headings.ts';
import { listStructureLocations } from '../../schema-errors/validate.ts';
import type { Rule } from '../rule.ts';

export const headingOrder: Rule = {
  id: 'heading-order',
  severity: 'error',
  description:
    'Headings begin with level 1 and go down one level at a time, in the order in which the page shows them (WCAG 1.3.1).',
  expanded: function* (document) {
    if (document.written.kind === 'fragment') return;
    for (const headings of getOutlines(document)) {
      for (const { heading, before } of findLeaps(headings)) {
        const { level, location } = heading;
        yield {
          location,
          message:
            before === 0
              ? `On "${document.id}" this heading of level ${level} comes before the title of the page.`
              : `On "${document.id}" this heading of level ${level} follows one of level ${before}, so a level is left out.`,
          expected: before === 0 ? 'the heading of level 1 first' : `a heading of level ${before + 1} or above`,
          found: level,
          follows: listStructureLocations(document),
        };
      }
    }
  },
};

/**
 * Headings that skip a level; `before` is 0 at the start of the page.
 * A page without any title is reported by the rule `single-h1`.
 */
export function findLeaps(
  headings: readonly Heading[],
): readonly { readonly heading: Heading; readonly before: number }[] {
  const hasTitle = headings.some(({ level }) => level === 1);
  return headings.flatMap((heading, index) => {
    const before = headings[index - 1]?.level ?? 0;
    if (heading.level === 'unknown' || before === 'unknown') return [];
    return heading.level > before + 1 && (before > 0 || hasTitle) ? [{ heading, before }] : [];
  });
}
