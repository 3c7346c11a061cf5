import { listRedirects, type WrittenRoute, listRoutes } from '../../routes.ts';
import type { SourceLocation } from '../../source-location.ts';
import { DOCUMENT_FILE } from '../../written.ts';
import type { Rule } from '../rule.ts';

export const duplicateRoute: Rule = {
  id: 'duplicate-route',
  severity: 'error',
  description:
    'A path is answered by one document: no two routes, slugs, addresses in a language or former addresses of different documents are equal.',
  project: function* ({ expanded, written }) {
    const owners = new Map<string, WrittenRoute>();
    // A conflicting landing is reported rather than a page or the start page, because it can get another slug. A redirect from an address in use never applies.
    const routes = [...listRoutes(expanded.values()), ...listRedirects(written.get('site'))].toSorted(
      (a, b) => rank(a) - rank(b) || misnamed(a) - misnamed(b) || (a.document < b.document ? -1 : 1),
    );
    for (const route of routes) {
      const { path, document, location } = route;
      const owner = owners.get(path);
      if (owner === undefined) {
        owners.set(path, route);
        continue;
      }
      // In several languages one document may have the same path.
      if (owner.document === document) continue;
      yield {
        location,
        message: `The path "${path}" of "${document}" already belongs to "${owner.document}".`,
        expected: 'a path that no other document has',
        found: path,
        // An invalid path is reported at its own document.
        follows: [owner.location, ...misnamedFile(location)],
      };
    }
  },
};

/** A copy that a file manager made has a finding about its name. */
const misnamedFile = ({ file }: SourceLocation): readonly SourceLocation[] =>
  DOCUMENT_FILE.test(file) ? [] : [{ file, path: [] }];

/** Of two documents with one path, the one with another file name is probably wrong. */
const misnamed = ({ path, document }: WrittenRoute): number => (document.endsWith(path) ? 0 : 1);

const rank = ({ kind, path, locale }: WrittenRoute): number =>
  path === '/' && kind === 'landing' ? 0 : kind === 'redirect' ? 4 : locale !== undefined ? 3 : kind === 'page' ? 1 : 2;
