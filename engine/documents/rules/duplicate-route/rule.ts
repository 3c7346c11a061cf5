import type { DocumentId } from '../../types.ts';
import { routesOf } from '../../routes.ts';
import type { Rule } from '../rule.ts';

export const duplicateRoute: Rule = {
  id: 'duplicate-route',
  severity: 'error',
  description: 'A path is answered by one document: no two routes or slugs are equal.',
  project: function* ({ expanded }) {
    const owners = new Map<string, DocumentId>();
    for (const { path, document, place } of routesOf(expanded.values())) {
      const owner = owners.get(path);
      if (owner === undefined) {
        owners.set(path, document);
        continue;
      }
      yield {
        place,
        message: `The path "${path}" of "${document}" already belongs to "${owner}".`,
        expected: 'a path that no other document has',
        found: path,
      };
    }
  },
};
