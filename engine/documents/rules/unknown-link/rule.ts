import { didYouMean } from '#engine/base/did-you-mean.ts';
import { readTarget } from '../../target.ts';
import type { Rule } from '../rule.ts';

export const unknownLink: Rule = {
  id: 'unknown-link',
  severity: 'error',
  description: 'Every `link:name` is a named link of the site document.',
  target: function* ({ value, place }, { site: { links, document } }) {
    const target = typeof value === 'string' ? readTarget(value) : undefined;
    if (target?.kind !== 'link' || links === undefined) return;
    if (place.file === document?.file) {
      yield {
        place,
        message: `The named link leads to another named link, "${String(value)}". Write where it leads in the end.`,
        expected: 'a document id or a URL',
        found: value,
      };
      return;
    }
    if (links.has(target.name)) return;
    const suggestion = didYouMean(target.name, links);
    yield {
      place,
      message: `The site document has no link named "${target.name}".`,
      expected: `one of ${[...links].join(', ')}`,
      found: value,
      suggestion: suggestion && `link:${suggestion}`,
    };
  },
};
