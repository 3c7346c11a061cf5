import { toCanonicalJson } from '#engine/shared/to-canonical-json.ts';
import { InternalError } from '#engine/shared/errors.ts';
import { findBlock, getChildren, listIds, type Tree } from '../inheritance/tree.ts';
import { isObject, type JsonObject } from '../json.ts';

/** Parent id of top-level blocks. */
const ROOT = '';

/**
 * Derives the changes that turn the blocks of a base into those of a variant, without pins. Blocks are matched by id; uses of fragments
 * count as blocks without children.
 *
 * @throws {InternalError} for a base without blocks, to which no change can add any
 */
export function deriveChanges(base: Tree, wanted: Tree): readonly JsonObject[] {
  const replaced = listReplaced(base, wanted);
  const lost = new Set(replaced.flatMap((block) => listIds(getChildren(block))));
  const present = new Set(listIds(base).filter((id) => !lost.has(id)));
  const replacements = replaced.map((block) => withoutMoved(getBlock(wanted, readId(block)), present));
  const changes = [
    ...replacements.map((block) => ({ op: 'replace', block: block['id'], with: block })),
    ...listSets(base, wanted, new Set([...replaced.map(readId), ...lost])),
  ];
  const order = new BlockOrder(base);
  for (const block of replaced) order.forget(readId(block));
  for (const block of replacements) order.write(block);
  arrange(ROOT, wanted, { order, present, changes });
  const wantedIds = new Set(listIds(wanted));
  for (const id of order.listTopmost((each) => !wantedIds.has(each))) changes.push({ op: 'remove', block: id });
  return changes;
}

const readId = (block: JsonObject): string => String(block['id']);

function getBlock(tree: Tree, id: string): JsonObject {
  const found = findBlock(tree, id);
  if (found === undefined) throw new InternalError(`There is no block "${id}".`);
  return found;
}

/** Properties of a block, without its children. */
export function getOwnProperties(block: JsonObject): JsonObject {
  const { blocks: _blocks, ...own } = block;
  return own;
}

const areSame = (one: unknown, other: unknown): boolean => toCanonicalJson(one) === toCanonicalJson(other);

/** Outermost blocks of the base that are replaced: by another type, or by another use of a fragment. */
function listReplaced(base: Tree, wanted: Tree): readonly JsonObject[] {
  return base.flatMap((block) => {
    const other = findBlock(wanted, readId(block));
    const isReplaced =
      other !== undefined &&
      (block['type'] !== other['type'] ||
        ((block['fragment'] ?? other['fragment']) !== undefined &&
          !areSame(getOwnProperties(block), getOwnProperties(other))));
    return isReplaced ? [block] : listReplaced(getChildren(block), wanted);
  });
}

/** An inserted block, without children that are moved into it. */
function withoutMoved(block: JsonObject, present: ReadonlySet<string>): JsonObject {
  const children = getChildren(block)
    .filter((child) => !present.has(readId(child)))
    .map((child) => withoutMoved(child, present));
  return { ...getOwnProperties(block), ...(children.length > 0 && { blocks: children }) };
}

function listSets(base: Tree, wanted: Tree, others: ReadonlySet<string>): readonly JsonObject[] {
  return wanted.flatMap((block) => {
    const before = others.has(readId(block)) ? undefined : findBlock(base, readId(block));
    const props = before && createPatch(getOwnProperties(before), getOwnProperties(block));
    const own = props && Object.keys(props).length > 0 ? [{ op: 'set', block: block['id'], props }] : [];
    return [...own, ...listSets(base, getChildren(block), others)];
  });
}

/** A merge patch (RFC 7396) from one object to another. */
function createPatch(before: JsonObject, after: JsonObject): JsonObject {
  const removed = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  const written = Object.entries(after).flatMap(([key, value]) => {
    const was = before[key];
    if (Object.hasOwn(before, key) && areSame(was, value)) return [];
    return [[key, isObject(was) && isObject(value) ? createPatch(was, value) : value] as const];
  });
  return { ...Object.fromEntries(removed.map((key) => [key, null])), ...Object.fromEntries(written) };
}

interface Arranging {
  readonly order: BlockOrder;
  /** Ids of the base's blocks. */
  readonly present: ReadonlySet<string>;
  readonly changes: JsonObject[];
}

/** Moves the children of a parent into order, parents before children, so that no block is moved into itself. */
function arrange(parent: string, wanted: Tree, arranging: Arranging): void {
  const { order, present, changes } = arranging;
  const unmoved = findLongestOrder(order.list(parent), wanted.map(readId));
  for (const [index, block] of wanted.entries()) {
    const id = readId(block);
    if (unmoved.has(id)) continue;
    const previous = wanted[index - 1];
    const where = previous === undefined ? order.findStart(parent, id) : { after: readId(previous) };
    if (order.has(id)) changes.push({ op: 'move', block: id, ...where });
    else addTo(changes, where, withoutMoved(block, present));
    order.put(parent, withoutMoved(block, present), previous === undefined ? null : readId(previous));
  }
  for (const block of wanted) {
    if (block['fragment'] === undefined) arrange(readId(block), getChildren(block), arranging);
  }
}

/** Consecutive insertions are one change. */
function addTo(changes: JsonObject[], where: JsonObject, block: JsonObject): void {
  const last = changes.at(-1);
  const blocks = last?.['op'] === 'insert' && Array.isArray(last['blocks']) ? last['blocks'] : [];
  const before: unknown = blocks.at(-1);
  if (isObject(before) && where['after'] === before['id'])
    changes.splice(-1, 1, { ...last, blocks: [...blocks, block] });
  else changes.push({ op: 'insert', ...where, blocks: [block] });
}

/** The order of blocks while changes are derived: child ids by parent id. */
class BlockOrder {
  readonly #children = new Map<string, string[]>();

  constructor(tree: Tree) {
    this.#writeAll(ROOT, tree);
  }

  has(id: string): boolean {
    return this.#children.has(id);
  }

  list(parent: string): readonly string[] {
    return this.#children.get(parent) ?? [];
  }

  /** Records a block that replaces one with its id, or before it is inserted. */
  write(block: JsonObject): void {
    this.#writeAll(readId(block), getChildren(block));
  }

  #writeAll(parent: string, tree: Tree): void {
    this.#children.set(parent, tree.map(readId));
    for (const block of tree) this.write(block);
  }

  /** Removes the children of a block. */
  forget(id: string): void {
    for (const inner of this.list(id)) this.forget(inner);
    this.#children.delete(id);
  }

  /** Position of the first child of a parent. */
  findStart(parent: string, id: string): JsonObject {
    const first = this.list(parent).find((each) => each !== id);
    if (first !== undefined) return { before: first };
    if (parent === ROOT) throw new InternalError('A base without blocks cannot be changed.');
    return { into: parent };
  }

  /** Inserts a block after another one in a parent, or first. */
  put(parent: string, block: JsonObject, previous: string | null): void {
    const id = readId(block);
    if (!this.has(id)) this.write(block);
    for (const [each, ids] of this.#children)
      this.#children.set(
        each,
        ids.filter((other) => other !== id),
      );
    const ids = this.list(parent);
    const index = previous === null ? 0 : ids.indexOf(previous) + 1;
    this.#children.set(parent, ids.toSpliced(index, 0, id));
  }

  /** Outermost blocks that match. */
  listTopmost(holds: (id: string) => boolean, parent: string = ROOT): readonly string[] {
    return this.list(parent).flatMap((id) => (holds(id) ? [id] : this.listTopmost(holds, id)));
  }
}

/** The longest subsequence of the wanted ids that is in order already, so that these blocks need not move. */
function findLongestOrder(now: readonly string[], wanted: readonly string[]): ReadonlySet<string> {
  const places = new Map(wanted.map((id, index) => [id, index]));
  const runs: { readonly last: number; readonly ids: readonly string[] }[] = [];
  for (const id of now) {
    const place = places.get(id);
    if (place === undefined) continue;
    const before = runs
      .filter(({ last }) => last < place)
      .toSorted((one, other) => other.ids.length - one.ids.length)[0];
    runs.push({ last: place, ids: [...(before?.ids ?? []), id] });
  }
  return new Set(runs.toSorted((one, other) => other.ids.length - one.ids.length)[0]?.ids);
}
