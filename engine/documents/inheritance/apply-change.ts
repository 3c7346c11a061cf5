import { suggestName } from '#engine/shared/suggest-name.ts';
import { type JsonObject, isObject, mergePatch, selectObjects, projectOnto, asString } from '../json.ts';
import type { Path, SourceLocation } from '../source-location.ts';
import { recordPatch, listLocations, copyOrigin } from './origin.ts';
import { type Tree, changeBlock, getChildren, findBlock, listIds, locateInTree } from './tree.ts';

/** A document while changes are applied: everything but the blocks, and the blocks. */
export interface ChangedDocument {
  readonly head: JsonObject;
  readonly tree: Tree;
}

/** What a change overwrites in its base. */
export interface ChangedBase {
  readonly value: unknown;
  /** Of the block, and of all changes to it. */
  readonly locations: readonly SourceLocation[];
  /** Where a part of the value was written. */
  readonly locate: (path: Path) => SourceLocation;
}

/** The result of one change, for the rules about changes. */
export type ChangeOutcome =
  /** `base` is the pinned value with its positions; absent for operations without a pin. */
  | { readonly status: 'applied'; readonly base?: ChangedBase }
  /** `key` names the property with the unknown id. */
  | { readonly status: 'missing'; readonly key: string; readonly target: string; readonly known: readonly string[] }
  /** `path` leads to the superfluous or wrong property of the change, if there is one. */
  | ({ readonly status: 'unclear' } & Unclear);

interface Unclear {
  readonly message: string;
  readonly path?: Path;
}

export interface Applied {
  readonly draft: ChangedDocument;
  readonly outcome: ChangeOutcome;
}

/** Prepares the blocks of a change: records their positions and resolves fragments. */
export type Prepare = (blocks: Tree, key: 'blocks' | 'with') => Tree;

const WHERE = ['before', 'after', 'into'] as const;
type Where = (typeof WHERE)[number];

/** Applies one change of a variant. A change that cannot be applied leaves the draft unchanged. */
export function applyChange(
  draft: ChangedDocument,
  change: JsonObject,
  location: SourceLocation,
  prepare: Prepare,
): Applied {
  const { head, tree } = draft;
  const withTree = (changed: Tree): ChangedDocument => ({ head, tree: changed });
  const target = asString(change['block']) ?? '';
  const missing = (key: string, id: string, within: Tree = tree): Applied => ({
    draft,
    outcome: { status: 'missing', key, target: id, known: listIds(within) },
  });

  switch (change['op']) {
    case 'document':
      return { draft: { head: changeHead(head, change['set'], location), tree }, outcome: { status: 'applied' } };

    case 'set': {
      const block = findBlock(tree, target);
      if (block === undefined) return missing('block', target);
      const patch = isObject(change['props']) ? change['props'] : {};
      const reason = whyNotSet(block, patch);
      if (reason !== undefined) return { draft, outcome: { status: 'unclear', ...reason } };
      const changed = changeBlock(tree, target, () => [setProps(block, patch, location)]);
      return {
        draft: withTree(changed),
        outcome: { status: 'applied', base: toBase(block, projectOnto(block, patch)) },
      };
    }

    case 'replace':
    case 'remove': {
      const block = findBlock(tree, target);
      if (block === undefined) return missing('block', target);
      const instead = change['op'] === 'replace' && isObject(change['with']) ? prepare([change['with']], 'with') : [];
      return {
        draft: withTree(changeBlock(tree, target, () => instead)),
        outcome: { status: 'applied', base: toBase(block, asWritten(block)) },
      };
    }

    case 'insert':
    case 'move': {
      const where = placement(change);
      if (typeof where === 'string') {
        const key = WHERE.filter((each) => typeof change[each] === 'string')[1];
        return { draft, outcome: { status: 'unclear', message: where, path: key === undefined ? [] : [key] } };
      }
      if (change['op'] === 'insert') {
        if (findBlock(tree, where.id) === undefined) return missing(where.key, where.id);
        const blocks = prepare(selectObjects(change['blocks']), 'blocks');
        return { draft: withTree(putIn(tree, where, blocks, location)), outcome: { status: 'applied' } };
      }
      const block = findBlock(tree, target);
      if (block === undefined) return missing('block', target);
      const rest = changeBlock(tree, target, () => []);
      if (findBlock(rest, where.id) === undefined) return missing(where.key, where.id, rest);
      return { draft: withTree(putIn(rest, where, [block], location)), outcome: { status: 'applied' } };
    }

    default:
      return { draft, outcome: { status: 'unclear', message: 'The change names no known operation.' } };
  }
}

function toBase(block: JsonObject, value: unknown): ChangedBase {
  return { value, locations: listLocations(block), locate: (path) => locateInTree(block, path) };
}

/** Pins of a fragment's use cover the use, not the fragment, whose content may change independently. */
function asWritten(block: JsonObject): JsonObject {
  if (typeof block['fragment'] !== 'string') return block;
  const { blocks: _blocks, ...use } = block;
  return use;
}

const FIXED = ['id', 'type', 'fragment', 'blocks'];

function whyNotSet(block: JsonObject, patch: JsonObject): Unclear | undefined {
  const id = JSON.stringify(block['id']);
  if (typeof block['fragment'] === 'string') {
    return {
      message: `The block ${id} is the use of a fragment and has no props. Name a block inside it, such as "${String(block['id'])}/…", or use "replace".`,
      path: ['block'],
    };
  }
  const fixed = FIXED.find((key) => Object.hasOwn(patch, key));
  if (fixed !== undefined)
    return {
      message: `"set" cannot change "${fixed}" of the block ${id}. Use "replace", "insert" or "remove".`,
      path: ['props', fixed],
    };
  const absent = Object.keys(patch).find((key) => patch[key] === null && !Object.hasOwn(block, key));
  if (absent === undefined) return undefined;
  const near = suggestName(absent, Object.keys(block));
  return {
    message: `The change takes "${absent}" out of the block ${id}, which has no such property${near === undefined ? '' : `; did you mean "${near}"?`}`,
    path: ['props', absent],
  };
}

function setProps(block: JsonObject, patch: JsonObject, location: SourceLocation): JsonObject {
  const merged = mergePatch(block, patch) as JsonObject;
  recordPatch(merged, block, patch, { file: location.file, path: [...location.path, 'props'] });
  return merged;
}

/** `meta` merges (RFC 7396); everything else is replaced. */
function changeHead(head: JsonObject, set: unknown, location: SourceLocation): JsonObject {
  if (!isObject(set)) return head;
  const changed = {
    ...head,
    ...set,
    ...(set['meta'] !== undefined && { meta: mergePatch(head['meta'], set['meta']) }),
  };
  recordPatch(changed, head, set, { file: location.file, path: [...location.path, 'set'] });
  return changed;
}

interface Placement {
  readonly key: Where;
  readonly id: string;
}

function placement(change: JsonObject): Placement | string {
  const named = WHERE.filter((key) => typeof change[key] === 'string');
  const [key] = named;
  if (key === undefined) return 'The change does not say where: give the id of a block as "before", "after" or "into".';
  if (named.length > 1)
    return `The change names ${named.map((name) => `"${name}"`).join(' and ')}; only one place can be meant.`;
  return { key, id: String(change[key]) };
}

function putIn(tree: Tree, where: Placement, blocks: Tree, location: SourceLocation): Tree {
  return changeBlock(tree, where.id, (block) => {
    if (where.key === 'before') return [...blocks, block];
    if (where.key === 'after') return [block, ...blocks];
    const children = getChildren(block);
    const filled = { ...block, blocks: [...children, ...blocks] };
    if (children.length > 0) copyOrigin(filled, block);
    // The first blocks inside of another one are a property that it did not have.
    else recordPatch(filled, block, { blocks: filled.blocks }, location);
    return [filled];
  });
}
