import { isObject, type JsonObject } from '#engine/documents/json.ts';
import { formatPath, type Path } from '#engine/documents/source-location.ts';
import { listOutlineBlocks, locateProperty, readValueIn } from './blocks.ts';
import type { Studio } from './context.ts';
import { parseJson, readValueAt, withValue } from './edit-json.ts';
import type { BlockExample, OutlineBlock, StudioBlocks, WrittenPlace } from './protocol.ts';
import { duplicateBlock, findList, moveItem } from './structure.ts';

export type BlockAction = 'up' | 'down' | 'duplicate' | 'hide' | 'show' | 'remove';

/** Whether blocks can be added, moved and removed in a list. */
export function isEditable({ store }: Pick<Studio, 'store'>, block: OutlineBlock): boolean {
  const { opened } = store.getState();
  return findList(block) !== null && opened.files.some(({ path, isOwn }) => path === block.place.file && isOwn);
}

/** Moves, copies or removes a block. */
export function editBlock(studio: Pick<Studio, 'store'>, block: OutlineBlock, action: BlockAction): void {
  const { store } = studio;
  const { content, outline, opened } = store.getState();
  const found = findList(block);
  if (found === null || !isEditable(studio, block)) return;
  const { list, index } = found;
  const items = readValueIn(content.files, list);
  if (!Array.isArray(items)) return;
  const taken = new Set(listOutlineBlocks(outline).map((each) => each.block.id));
  const own: unknown = items[index];
  const copies = isObject(own) ? [duplicateBlock(own, { fields: opened.fields, texts: content.texts, taken })] : [];
  const after: Readonly<Record<BlockAction, () => readonly unknown[]>> = {
    up: () => moveItem(items, index, index - 1),
    down: () => moveItem(items, index, index + 1),
    duplicate: () => items.toSpliced(index + 1, 0, ...copies),
    hide: () => (isObject(own) ? items.with(index, { ...own, hidden: true }) : items),
    show: () => items.with(index, withoutHidden(own)),
    remove: () => items.toSpliced(index, 1),
  };
  writeList(studio, list, `${action} ${block.id}`, after[action]());
  if (action === 'duplicate' && copies[0] !== undefined) store.setState({ selected: String(copies[0]['id']) });
  if (action === 'remove') store.setState({ selected: null });
}

function withoutHidden(block: unknown): unknown {
  if (!isObject(block)) return block;
  const { hidden: _hidden, ...shown } = block;
  return shown;
}

/** Whether a block of the document is hidden on the page. */
export function isHiddenBlock(block: OutlineBlock, files: Readonly<Record<string, string>>): boolean {
  return readValueIn(files, locateProperty(block, 'hidden')) === true;
}

/** Position of a new block. */
export type Spot =
  | { readonly side: 'after'; readonly block: OutlineBlock }
  | { readonly side: 'inside'; readonly block: OutlineBlock; /** Empty for none. */ readonly slot: string };

/** Inserts a copy of an example beside or inside a block. */
export function insertBlock(
  studio: Pick<Studio, 'store'>,
  spot: Spot,
  { block: example }: BlockExample,
  { texts, fields }: Pick<StudioBlocks, 'texts' | 'fields'>,
): void {
  const { store } = studio;
  const { content, outline, opened } = store.getState();
  const found = locateSpot(spot, content.files);
  if (found === null) return;
  const taken = new Set(listOutlineBlocks(outline).map((each) => each.block.id));
  // Area and slot depend on the position.
  const { area: _area, slot: _slot, ...placed } = duplicateBlock(example, { fields, texts, taken });
  const { id, type, ...rest } = placed;
  store.setState({ opened: { ...opened, fields: { ...fields, ...opened.fields } } });
  const { list, items, index, where } = found;
  writeList(studio, list, 'insert', items.toSpliced(index, 0, { id, type, ...where, ...rest }));
  store.setState({ selected: String(id) });
}

interface LocatedSpot {
  readonly list: WrittenPlace;
  readonly items: readonly unknown[];
  readonly index: number;
  /** Properties for the position. */
  readonly where: JsonObject;
}

function locateSpot(spot: Spot, files: Readonly<Record<string, string>>): LocatedSpot | null {
  const { block } = spot;
  if (spot.side === 'inside') {
    const list = { file: block.place.file, path: [...block.place.path, 'blocks'] };
    const items = readValueIn(files, list);
    const inner: readonly unknown[] = Array.isArray(items) ? items : [];
    return { list, items: inner, index: inner.length, where: spot.slot === '' ? {} : { slot: spot.slot } };
  }
  const found = findList(block);
  const items = found && readValueIn(files, found.list);
  if (found === null || !Array.isArray(items)) return null;
  return { list: found.list, items, index: found.index + 1, where: readPosition(items[found.index]) };
}

/** Area and slot of a block. */
function readPosition(block: unknown): JsonObject {
  if (!isObject(block)) return {};
  return Object.fromEntries(['area', 'slot'].flatMap((name) => (name in block ? [[name, block[name]]] : [])));
}

/** Moves a block beside another one of the same file, possibly inside another block. */
export function moveBeside(
  studio: Pick<Studio, 'store'>,
  moving: OutlineBlock,
  { block: target, side }: { readonly block: OutlineBlock; readonly side: 'before' | 'after' },
): void {
  const { store } = studio;
  const { file } = moving.place;
  const isInside = listOutlineBlocks([moving]).some(({ block }) => block.id === target.id);
  if (isInside || file !== target.place.file || !isEditable(studio, moving) || !isEditable(studio, target)) return;
  const text = store.getState().content.files[file] ?? '';
  const found = findList(moving);
  const items = found && readValueAt(parseJson(text), found.list.path);
  const own: unknown = found && Array.isArray(items) ? items[found.index] : undefined;
  if (found === null || !Array.isArray(items) || !isObject(own)) return;
  const taken = withValue(text, found.list.path, items.toSpliced(found.index, 1));
  // Later items of the list have moved by one.
  const path = afterRemoval(target.place.path, found.list.path, found.index);
  const list = path.slice(0, -1);
  const beside = readValueAt(parseJson(taken), list);
  const index = Number(path.at(-1)) + (side === 'after' ? 1 : 0);
  if (!Array.isArray(beside)) return;
  const { area: _area, slot: _slot, ...rest } = own;
  const { id, type, ...props } = rest;
  const placed = {
    id,
    ...(type !== undefined && { type }),
    ...readPosition(readValueAt(parseJson(taken), path)),
    ...props,
  };
  const after = withValue(taken, list, beside.toSpliced(index, 0, placed));
  store.change(`move ${moving.id} ${Date.now()}`, [{ kind: 'file', path: file, before: text, after }]);
}

function afterRemoval(path: Path, list: Path, index: number): Path {
  const step = path[list.length];
  const isBelow = list.every((each, at) => path[at] === each) && typeof step === 'number' && step > index;
  return isBelow ? path.with(list.length, step - 1) : path;
}

/** Replaces the list at a position. */
export function writeList(
  { store }: Pick<Studio, 'store'>,
  { file, path }: WrittenPlace,
  subject: string,
  items: readonly unknown[],
): void {
  const before = store.getState().content.files[file] ?? '';
  const after = withValue(before, path, items);
  // Each is an undo step of its own.
  store.change(`${subject} ${formatPath(path)} ${Date.now()}`, [{ kind: 'file', path: file, before, after }]);
}
