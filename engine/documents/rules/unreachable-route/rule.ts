import { listRoutes } from '../../routes.ts';
import type { Rule } from '../rule.ts';

export const unreachableRoute: Rule = {
  id: 'unreachable-route',
  severity: 'error',
  description: 'Every route is normalized: single slashes between its parts, none at its end, and lower case.',
  project: function* ({ expanded }) {
    for (const { path, document, location } of listRoutes(expanded.values())) {
      const read = path.replaceAll(/\/{2,}/g, '/').replace(/(?<=.)\/$/, '');
      const small = path.toLowerCase();
      // Former addresses may contain capitals inside words; a capital at the start of a word is a code name.
      if (read === path && /(?:^|[/-])[A-Z]/.test(path))
        yield {
          location,
          severity: 'warning',
          message: `The path "${path}" has capital letters, and addresses are case-sensitive: "${small}" would not be found.`,
          expected: small,
          found: path,
          suggestion: small,
        };
      if (read === path) continue;
      yield {
        location,
        message: `The path "${path}" of "${document}" is never reached: a request for it is read as "${read}".`,
        expected: read,
        found: path,
        suggestion: read,
        fix: { string: location, text: read },
      };
    }
  },
};
