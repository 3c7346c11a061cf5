import { didYouMean } from '#engine/base/did-you-mean.ts';
import { isObject } from '../../json.ts';
import { readTarget } from '../../target.ts';
import type { Rule } from '../rule.ts';

export const unknownLink: Rule = {
  id: 'unknown-link',
  severity: 'error',
  description: 'Every `link:name`, and every link of the demonstration, is a named link of the site document.',
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
  project: function* ({ references: { site } }) {
    const demonstration = site.document?.value['demonstration'];
    const named = isObject(demonstration) ? demonstration['links'] : undefined;
    if (site.document === undefined || site.links === undefined || !isObject(named)) return;
    for (const name of Object.keys(named)) {
      if (site.links.has(name)) continue;
      yield {
        place: { file: site.document.file, path: ['demonstration', 'links', name], at: 'key' },
        message: `The site document has no link named "${name}", so the demonstration has nothing to lead elsewhere.`,
        expected: `one of ${[...site.links].join(', ')}`,
        found: name,
        suggestion: didYouMean(name, site.links),
      };
    }
  },
};
