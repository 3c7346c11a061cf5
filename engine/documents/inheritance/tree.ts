import { type JsonObject, selectObjects } from '../json.ts';
import type { Path, SourceLocation } from '../source-location.ts';
import { getOrigin, locateInside, copyOrigin } from './origin.ts';

/** Blocks of a document during expansion; the use of a fragment is a block that contains the fragment's blocks. */
export type Tree = readonly JsonObject[];

/** Blocks inside a block. */
export function getChildren(block: JsonObject): Tree {
  return selectObjects(block['blocks']);
}

/** Where a part of a block was written, also of the blocks inside of it. */
export function locateInTree(block: JsonObject, path: Path): SourceLocation {
  const [key, index, ...rest] = path;
  const child = key === 'blocks' && typeof index === 'number' ? getChildren(block)[index] : undefined;
  return child === undefined ? locateInside(getOrigin(block), path) : locateInTree(child, rest);
}

export function findBlock(tree: Tree, id: string): JsonObject | undefined {
  for (const block of tree) {
    const found = block['id'] === id ? block : findBlock(getChildren(block), id);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Replaces the first block with this id by the result of `change`; the rest of the tree is shared. */
export function changeBlock(tree: Tree, id: string, change: (block: JsonObject) => Tree): Tree {
  let done = false;
  const walk = (blocks: Tree): Tree => {
    const result: JsonObject[] = [];
    for (const block of blocks) {
      if (done) {
        result.push(block);
      } else if (block['id'] === id) {
        done = true;
        result.push(...change(block));
      } else {
        const children = getChildren(block);
        const changed = walk(children);
        result.push(changed === children ? block : copyOrigin({ ...block, blocks: changed }, block));
      }
    }
    return done ? result : blocks;
  };
  return walk(tree);
}

/** Ids of all blocks, outer ones first. */
export function listIds(tree: Tree): readonly string[] {
  return tree.flatMap((block) => [
    ...(typeof block['id'] === 'string' ? [block['id']] : []),
    ...listIds(getChildren(block)),
  ]);
}

/** Whether ids are unique: otherwise changes may match the wrong block. */
export function hasUniqueIds(tree: Tree): boolean {
  const ids = listIds(tree);
  return new Set(ids).size === ids.length;
}

/** Replaces uses of fragments by their blocks. */
function flatten(tree: Tree): Tree {
  return tree.flatMap((block) => {
    const children = getChildren(block);
    if (typeof block['fragment'] === 'string') return flatten(children);
    if (children.length === 0) return [block];
    const flat = flatten(children);
    return flat.every((child, index) => child === children[index]) && flat.length === children.length
      ? [block]
      : [copyOrigin({ ...block, blocks: flat }, block)];
  });
}

/** Rendered blocks: without hidden ones and their children. The same tree when none is hidden. */
function withoutHidden(tree: Tree): Tree {
  const shown = tree.flatMap((block) => {
    if (isHidden(block)) return [];
    const children = getChildren(block);
    const inner = withoutHidden(children);
    return inner === children ? [block] : [copyOrigin({ ...block, blocks: inner }, block)];
  });
  return shown.length === tree.length && shown.every((block, index) => block === tree[index]) ? tree : shown;
}

export const isHidden = (block: JsonObject): boolean => block['hidden'] === true;

/** Blocks without the uses of fragments, and the rendered ones among them. */
export function listBlocks(tree: Tree): { readonly blocks: Tree; readonly shown: Tree } {
  const blocks = flatten(tree);
  const shown = withoutHidden(tree);
  return { blocks, shown: shown === tree ? blocks : flatten(shown) };
}

/** Positions of ids that an earlier block has. */
export function findRepeatedIds(tree: Tree, seen = new Set<unknown>()): readonly SourceLocation[] {
  return tree.flatMap((block) => {
    const { id } = block;
    const isRepeated = id !== undefined && seen.has(id);
    seen.add(id);
    return [
      ...(isRepeated ? [locateInside(getOrigin(block), ['id'])] : []),
      ...findRepeatedIds(getChildren(block), seen),
    ];
  });
}
