import { getOutlines } from '../../headings.ts';
import { listMisshapenLocations, listStructureLocations } from '../../schema-errors/validate.ts';
import type { Rule } from '../rule.ts';

export const singleH1: Rule = {
  id: 'single-h1',
  severity: 'error',
  description: 'Every page has one heading of level 1, whatever the conditions and the time (D5).',
  expanded: function* (document) {
    const { kind, file } = document.written;
    if (kind === 'fragment') return;
    const outlines = getOutlines(document);
    const all = outlines.flat();
    // If no page state has one, the most frequent first heading should be it.
    const first = all.some(({ level }) => level === 1) ? undefined : all.find(({ location }) => location.file === file);
    for (const headings of outlines) {
      const titles = headings.filter(({ level }) => level === 1);
      if (titles.length === 0 && headings.every(({ level }) => level !== 'unknown')) {
        yield {
          location: first?.location ?? { file, path: ['blocks'], at: 'key' },
          message: `The page "${document.id}" has no heading of level 1, so nothing says what it is about.`,
          expected: 'one block whose title is a heading of level 1, such as a hero',
          mark: 'none',
          // An unreadable part may contain the heading.
          follows: listMisshapenLocations(document),
        };
      }
      for (const { location } of titles.slice(1)) {
        yield {
          location,
          message: `The page "${document.id}" has more than one heading of level 1; this is not the first.`,
          expected: 'one heading of level 1 on a page',
          found: 1,
          follows: listStructureLocations(document),
        };
      }
    }
  },
};
