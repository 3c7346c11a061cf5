import { isObject, type JsonObject, selectObjects } from '#engine/documents/json.ts';
import { rewriteJson } from '#engine/documents/rewrite-json.ts';
import { isSameValue, parseJson } from './edit-json.ts';

/** A file as it was opened, as someone else saved it meanwhile, and as it is edited here. */
export interface EditedTwice {
  readonly base: string;
  readonly theirs: string;
  readonly mine: string;
}

/** A block that both changed; `null` for the one who removed it. */
export interface BlockConflict {
  readonly id: string;
  readonly theirs: JsonObject | null;
  readonly mine: JsonObject | null;
}

interface Merged {
  readonly conflicts: readonly BlockConflict[];
  readonly text: string;
}

/**
 * Merges a document block by block: what only one of both changed is taken over.
 *
 * @param isTheirs which version of a block in conflict is taken
 * @returns `null` when both changed something else than blocks, so that only whole files can be chosen
 */
export function mergeBlocks({ base, theirs, mine }: EditedTwice, isTheirs: (id: string) => boolean): Merged | null {
  const [before, other, own] = [base, theirs, mine].map(readDocument);
  if (!before || !other || !own) return null;
  const head = mergeHead(before.head, other.head, own.head);
  if (head === null) return null;
  const conflicts: BlockConflict[] = [];
  const blocks = listInOrder(before.blocks, other.blocks, own.blocks).flatMap((id) => {
    const [was, its, my] = [before, other, own].map((each) => each.blocks.get(id) ?? null);
    if (isSame(my, its) || isSame(my, was)) return its ?? [];
    if (isSame(its, was)) return my ?? [];
    conflicts.push({ id, theirs: its ?? null, mine: my ?? null });
    return (isTheirs(id) ? its : my) ?? [];
  });
  const value = parseJson(theirs);
  if (!isObject(value)) return null;
  return { conflicts, text: rewriteJson(theirs, value, { ...head, blocks }) };
}

interface ReadDocument {
  readonly head: JsonObject;
  readonly blocks: ReadonlyMap<string, JsonObject>;
}

function readDocument(text: string): ReadDocument | null {
  const value = parseJson(text);
  if (!isObject(value) || !Array.isArray(value['blocks'])) return null;
  const { blocks, ...head } = value;
  const list = selectObjects(blocks);
  const found = new Map(list.map((block) => [String(block['id']), block]));
  return found.size === list.length ? { head, blocks: found } : null;
}

function mergeHead(before: JsonObject, theirs: JsonObject, mine: JsonObject): JsonObject | null {
  if (isSame(before, mine) || isSame(theirs, mine)) return theirs;
  return isSame(before, theirs) ? mine : null;
}

/** Ids in the order of the one who moved blocks, mine if both did; blocks that only the other one has stand behind those that they followed. */
function listInOrder(
  before: ReadDocument['blocks'],
  theirs: ReadDocument['blocks'],
  mine: ReadDocument['blocks'],
): readonly string[] {
  const common = (list: ReadDocument['blocks']): readonly string[] =>
    [...list.keys()].filter((id) => before.has(id) && theirs.has(id) && mine.has(id));
  const isMoved = !isSameValue(common(before), common(mine));
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine];
  const ids = [...first.keys()];
  for (const [index, id] of [...second.keys()].entries()) {
    if (first.has(id)) continue;
    const previous = [...second.keys()].slice(0, index).findLast((each) => ids.includes(each));
    ids.splice(previous === undefined ? 0 : ids.indexOf(previous) + 1, 0, id);
  }
  return ids;
}

const isSame = (one: JsonObject | null | undefined, other: JsonObject | null | undefined): boolean =>
  isSameValue(one ?? null, other ?? null);
