import { getOrigin, locateInside } from '../../inheritance/origin.ts';
import { type Tree, getChildren } from '../../inheritance/tree.ts';
import type { JsonObject } from '../../json.ts';
import type { Rule } from '../rule.ts';

export const duplicateId: Rule = {
  id: 'duplicate-id',
  severity: 'error',
  description: 'The id of a block is unique in its document, so that links, changes and reports refer to one block.',
  expanded: function* ({ id: document, tree, written }) {
    const seen = new Map<string, JsonObject>();
    const repeated = new Set<string>();
    for (const block of walk(tree)) {
      const { id } = block;
      if (typeof id !== 'string') continue;
      const first = seen.get(id);
      // A block of a fragment is duplicated where the fragment is used twice.
      const isBrought = id.includes('/') && repeated.has(id.slice(0, id.indexOf('/')));
      if (first !== undefined) repeated.add(id);
      if (first !== undefined && !isBrought) {
        // Of two blocks the document's own one is reported, independent of order.
        const isInherited = getOrigin(block).file !== written.file;
        yield {
          location: locateInside(getOrigin(isInherited && getOrigin(first).file === written.file ? first : block), [
            'id',
          ]),
          message: `The id "${id}" is given to two blocks of "${document}".`,
          expected: 'an id of its own for each block',
          found: id,
          // A fragment and the documents that use it contain the same two blocks.
          mark: 'id',
        };
      }
      seen.set(id, block);
    }
  },
};

function* walk(tree: Tree): Generator<JsonObject> {
  for (const block of tree) {
    yield block;
    yield* walk(getChildren(block));
  }
}
