import { isObject, type JsonObject, selectObjects } from '#engine/documents/json.ts';
import { joinPlace, listOutlineBlocks, readValueIn } from './blocks.ts';
import type { Studio } from './context.ts';
import { isSameValue, parseJson, readValueAt, withValue } from './edit-json.ts';
import type { OutlineBlock } from './protocol.ts';
import type { StudioState } from './store.ts';

/** A variant edited as whole blocks, with the blocks of its base. */
export interface EditedVariant {
  readonly file: string;
  readonly value: JsonObject;
  readonly base: readonly JsonObject[];
}

/** `null` for a page that is no variant, and for a variant edited in its stored form. */
export function findVariant({ opened, content }: Pick<StudioState, 'opened' | 'content'>): EditedVariant | null {
  if (opened.base === undefined) return null;
  const file = `pages-config/${opened.document}.json`;
  const value = parseJson(content.files[file] ?? '');
  if (!isObject(value) || !Array.isArray(value['base'])) return null;
  return { file, value, base: selectObjects(value['base']) };
}

export type Difference = 'added' | 'changed' | 'outdated';

/** Difference between a block and that of the base, regardless of its position; `null` for none. */
export function compareToBase(variant: EditedVariant, { id, place, moved }: OutlineBlock): Difference | null {
  const { outdated, changes } = variant.value;
  if (isObject(outdated) && outdated[id] !== undefined) return 'outdated';
  if (place.file !== variant.file) {
    const isChanged = Object.values(moved).some(({ file }) => file === variant.file);
    return isChanged || selectObjects(changes).some(({ block }) => block === id) ? 'changed' : null;
  }
  const base = listBlocks(variant.base).find(({ block }) => block['id'] === id)?.block;
  if (base === undefined) return 'added';
  const own = readValueAt(variant.value, place.path);
  return isObject(own) && isSameValue(getOwn(own), getOwn(base)) ? null : 'changed';
}

export interface ChangedProperty {
  readonly name: string;
  /** `undefined` where it is absent. */
  readonly before: unknown;
  readonly after: unknown;
}

/** Properties of a block that differ from the base; all of them for an added block. */
export function listChangedProperties(
  variant: EditedVariant,
  { id, place, moved }: OutlineBlock,
  files: Readonly<Record<string, string>>,
): readonly ChangedProperty[] {
  // A block of a fragment, with changes of the variant.
  if (place.file !== variant.file)
    return Object.entries(moved)
      .filter(([, { file }]) => file === variant.file)
      .map(([name, changed]) => ({
        name,
        before: readValueIn(files, joinPlace(place, name)),
        after: readValueIn(files, changed),
      }));
  const base = listBlocks(variant.base).find(({ block }) => block['id'] === id)?.block ?? {};
  const value = readValueAt(variant.value, place.path);
  const own = isObject(value) ? value : {};
  return [...new Set([...Object.keys(own), ...Object.keys(base)])]
    .filter((name) => !['id', 'type', 'blocks'].includes(name) && !isSameValue(own[name], base[name]))
    .map((name) => ({ name, before: base[name], after: own[name] }));
}

interface PlacedBlock {
  readonly block: JsonObject;
  readonly parent: string | null;
  readonly before: readonly string[];
}

function listBlocks(blocks: readonly JsonObject[], parent: string | null = null): readonly PlacedBlock[] {
  return blocks.flatMap((block, index) => [
    { block, parent, before: blocks.slice(0, index).map(({ id }) => String(id)) },
    ...listBlocks(selectObjects(block['blocks']), String(block['id'])),
  ]);
}

function getOwn({ blocks: _blocks, ...own }: JsonObject): JsonObject {
  return own;
}

/** Blocks of the base that the variant lacks, without their children. */
export function listRemoved(variant: EditedVariant): readonly JsonObject[] {
  const own = listIds(variant.value['blocks']);
  const gone = listBlocks(variant.base).filter(({ block }) => !own.has(String(block['id'])));
  const ids = new Set(gone.map(({ block }) => String(block['id'])));
  return gone.filter(({ parent }) => parent === null || !ids.has(parent)).map(({ block }) => block);
}

const listIds = (blocks: unknown): ReadonlySet<string> =>
  new Set(listBlocks(selectObjects(blocks)).map(({ block }) => String(block['id'])));

/** Resets the properties of a block to the base; position and children stay. */
export function resetBlock(studio: Pick<Studio, 'store'>, { id, place }: OutlineBlock): void {
  const variant = findVariant(studio.store.getState());
  if (variant === null) return;
  const accepted = withoutOutdated(variant.value, id);
  if (place.file !== variant.file)
    return write(studio, variant, `reset ${id}`, {
      ...accepted,
      changes: selectObjects(accepted['changes']).filter(({ block }) => block !== id),
    });
  const base = listBlocks(variant.base).find(({ block }) => block['id'] === id)?.block;
  if (base === undefined) return;
  const reset = (blocks: unknown): readonly JsonObject[] =>
    selectObjects(blocks).map((block) => ({
      ...(block['id'] === id ? getOwn(base) : block),
      ...(block['blocks'] !== undefined && { blocks: reset(block['blocks']) }),
    }));
  write(studio, variant, `reset ${id}`, { ...accepted, blocks: reset(accepted['blocks']) });
}

/** Confirms that a variant's changes of a block fit its edited base. */
export function acceptBase(studio: Pick<Studio, 'store'>, { id }: Pick<OutlineBlock, 'id'>): void {
  const variant = findVariant(studio.store.getState());
  if (variant !== null) write(studio, variant, `accept ${id}`, withoutOutdated(variant.value, id));
}

function withoutOutdated(value: JsonObject, id: string): JsonObject {
  const { [id]: _accepted, ...outdated } = isObject(value['outdated']) ? value['outdated'] : {};
  return { ...value, outdated };
}

/** Restores a block of the base at its position. */
export function restoreBlock(studio: Pick<Studio, 'store'>, id: string): void {
  const { store } = studio;
  const variant = findVariant(store.getState());
  if (variant === null) return;
  const removed = listBlocks(variant.base).find(({ block }) => block['id'] === id);
  if (removed === undefined) return;
  const { block, parent, before } = removed;
  const taken = listIds(variant.value['blocks']);
  const free = (each: JsonObject): JsonObject => ({
    ...each,
    ...(each['blocks'] !== undefined && {
      blocks: selectObjects(each['blocks'])
        .filter((inner) => !taken.has(String(inner['id'])))
        .map(free),
    }),
  });
  const add = (blocks: readonly JsonObject[]): readonly JsonObject[] => {
    const previous = before.findLast((each) => blocks.some((own) => own['id'] === each));
    const index = previous === undefined ? 0 : blocks.findIndex((own) => own['id'] === previous) + 1;
    return blocks.toSpliced(index, 0, free(block));
  };
  const place = (blocks: readonly JsonObject[]): readonly JsonObject[] =>
    blocks.map((own) => {
      const inner = selectObjects(own['blocks']);
      if (own['id'] === parent) return { ...own, blocks: add(inner) };
      return inner.length === 0 ? own : { ...own, blocks: place(inner) };
    });
  const blocks = selectObjects(variant.value['blocks']);
  const isInside = parent !== null && taken.has(parent);
  write(studio, variant, `restore ${id}`, { ...variant.value, blocks: isInside ? place(blocks) : add(blocks) });
  store.setState({ selected: id });
}

function write({ store }: Pick<Studio, 'store'>, { file }: EditedVariant, subject: string, value: JsonObject): void {
  const before = store.getState().content.files[file] ?? '';
  const after = ['blocks', 'changes', 'outdated'].reduce((text, name) => withValue(text, [name], value[name]), before);
  store.change(`${subject} ${Date.now()}`, [{ kind: 'file', path: file, before, after }]);
}

/** Blocks of a variant that differ from its base, by id. */
export function listDifferences(
  variant: EditedVariant,
  outline: readonly OutlineBlock[],
): ReadonlyMap<string, Difference> {
  return new Map(
    listOutlineBlocks(outline).flatMap(({ block }) => {
      const difference = compareToBase(variant, block);
      return difference === null ? [] : [[block.id, difference] as const];
    }),
  );
}
