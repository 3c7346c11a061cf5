import type { JsonObject } from '../json.ts';
import { isObject } from '../json.ts';
import { copyOrigin } from './origin.ts';
import { type Tree, getChildren } from './tree.ts';

/**
 * Inserts the blocks of fragments into their uses, at any depth. Inner ids become `use/inner`; the use's `area`, `slot`,
 * `when` and `window` are defaults for every block of the fragment.
 */
export function expandFragment(tree: Tree, treeOf: (use: JsonObject) => Tree): Tree {
  return tree.map((block) => {
    if (typeof block['fragment'] === 'string')
      return copyOrigin({ ...block, blocks: getBlocks(block, treeOf(block)) }, block);
    const children = getChildren(block);
    return children.length === 0 ? block : copyOrigin({ ...block, blocks: expandFragment(children, treeOf) }, block);
  });
}

/** Most documents use the same header and footer equally: their blocks are shared, not copied. */
const shared = new WeakMap<Tree, Map<string, Tree>>();

function getBlocks(use: JsonObject, tree: Tree): Tree {
  const known = shared.get(tree) ?? new Map<string, Tree>();
  shared.set(tree, known);
  const key = JSON.stringify([use['id'], use['area'], use['slot'], use['when'], use['window']]);
  let blocks = known.get(key);
  if (blocks === undefined) {
    blocks = tree.map((block) => withConditions(prefixed(block, String(use['id'])), use));
    known.set(key, blocks);
  }
  return blocks;
}

function prefixed(block: JsonObject, prefix: string): JsonObject {
  const children = getChildren(block);
  const copy = {
    ...block,
    id: `${prefix}/${String(block['id'])}`,
    ...(children.length > 0 && { blocks: children.map((child) => prefixed(child, prefix)) }),
  };
  return copyOrigin(copy, block);
}

function withConditions(block: JsonObject, use: JsonObject): JsonObject {
  const { area, slot, when, window } = use;
  if (area === undefined && slot === undefined && when === undefined && window === undefined) return block;
  const inner =
    typeof block['fragment'] === 'string' ? getChildren(block).map((child) => withConditions(child, use)) : undefined;
  return copyOrigin(
    {
      ...(area !== undefined && { area }),
      ...(slot !== undefined && { slot }),
      ...(window !== undefined && { window }),
      ...block,
      ...(isObject(when) && { when: { ...when, ...(isObject(block['when']) ? block['when'] : {}) } }),
      ...(inner !== undefined && { blocks: inner }),
    },
    block,
  );
}
