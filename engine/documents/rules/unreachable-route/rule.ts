import { listRoutes } from '../../routes.ts';
import type { Rule } from '../rule.ts';

export const unreachableRoute: Rule = {
  id: 'unreachable-route',
  severity: 'error',
  description: 'Every route is written as requests are read: with one slash between its parts and none at its end.',
  project: function* ({ expanded }) {
    for (const { path, document, place } of listRoutes(expanded.values())) {
      const read = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
      if (read === path) continue;
      yield {
        place,
        message: `The path "${path}" of "${document}" is never reached: a request for it is read as "${read}".`,
        expected: read,
        found: path,
        suggestion: read,
        fix: { string: place, text: read },
      };
    }
  },
};
