import { isObject, type JsonObject } from '#engine/documents/json.ts';
import { formatPath, type Path } from '#engine/documents/source-location.ts';
import {
  findOpenedText,
  findOutlineBlock,
  listOutlineBlocks,
  locateProperty,
  readValueIn,
  toDocumentFile,
} from './blocks.ts';
import type { Studio } from './context.ts';
import { changeValue, parseJson, readValueAt, withValue } from './edit-json.ts';
import type { OutlineBlock, StudioBlocks, WrittenPlace } from './protocol.ts';
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
  // Beside it, so that the keyboard goes on from there.
  const [next] = [items[index + 1], items[index - 1]].filter(isObject);
  if (action === 'remove') store.setState({ selected: findNeighbour(outline, block, next) });
}

/** Id on the page of a block that stands beside another one. */
function findNeighbour(
  outline: readonly OutlineBlock[],
  block: OutlineBlock,
  next: JsonObject | undefined,
): string | null {
  const id = [...block.id.split('/').slice(0, -1), String(next?.['id'])].join('/');
  return next !== undefined && findOutlineBlock(outline, id) !== undefined ? id : null;
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

/** Ids that documents accept. */
const ID = /^[a-z][a-z0-9-]*$/;

export type RenameOutcome = 'renamed' | 'malformed' | 'taken';

/** Gives a block another id, and links of its file to it as well. */
export function renameBlock({ store }: Pick<Studio, 'store'>, block: OutlineBlock, id: string): RenameOutcome {
  const { content, outline } = store.getState();
  const { file, path } = block.place;
  if (!ID.test(id)) return 'malformed';
  if (listOutlineBlocks(outline).some((each) => each.block.id === id)) return 'taken';
  const before = content.files[file] ?? '';
  const links = findStrings(parseJson(before), `#${block.id}`);
  const named = withValue(before, [...path, 'id'], id);
  const after = links.reduce((text, link) => withValue(text, link, `#${id}`), named);
  const rename = (blocks: readonly OutlineBlock[]): readonly OutlineBlock[] =>
    blocks.map((each) => ({ ...each, id: each.id === block.id ? id : each.id, blocks: rename(each.blocks) }));
  store.setState({ outline: rename(outline), selected: id });
  store.change(`id ${block.id} ${Date.now()}`, [{ kind: 'file', path: file, before, after }]);
  return 'renamed';
}

/** Where a value has a text. */
function findStrings(value: unknown, wanted: string): readonly Path[] {
  if (value === wanted) return [[]];
  const entries: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? [...value.entries()]
    : isObject(value)
      ? Object.entries(value)
      : [];
  return entries.flatMap(([step, inner]) => findStrings(inner, wanted).map((path) => [step, ...path]));
}

/** Position of a new block. */
export type Spot =
  /** Behind all blocks of the page. */
  | { readonly side: 'end' }
  | { readonly side: 'after'; readonly block: OutlineBlock }
  | { readonly side: 'inside'; readonly block: OutlineBlock; /** Empty for none. */ readonly slot: string };

/** Inserts a copy of an example, or the use of a fragment, at the end of the page, or beside or inside a block. */
export function insertBlock(
  studio: Pick<Studio, 'store'>,
  spot: Spot,
  example: JsonObject,
  { texts, fields, examples }: Pick<StudioBlocks, 'texts' | 'fields' | 'examples'>,
): void {
  const { store } = studio;
  const { content, outline, opened } = store.getState();
  const found = locateSpot(spot, content.files, toDocumentFile(opened.document));
  if (found === null) return;
  const taken = new Set(listOutlineBlocks(outline).map((each) => each.block.id));
  const { area, slot: _slot, id, type, ...rest } = duplicateBlock(example, { fields, texts, taken });
  store.setState({ opened: { ...opened, fields: { ...fields, ...opened.fields } } });
  const { list, items, index, where } = found;
  const isOutermost = list.path.length === 1;
  // A header stands in the header of the page whatever is beside it, and what is placed after it does not.
  const beside = items[index - 1];
  const isFixed = isObject(beside) && examples.some((each) => each.type === beside['type'] && 'area' in each.block);
  const position = isOutermost && area !== undefined ? { area } : isOutermost && isFixed ? {} : where;
  const placed = { id, ...(type !== undefined && { type }), ...position, ...rest };
  writeList(studio, list, 'insert', items.toSpliced(index, 0, placed));
  store.setState({ selected: String(id) });
}

interface LocatedSpot {
  readonly list: WrittenPlace;
  readonly items: readonly unknown[];
  readonly index: number;
  /** Properties for the position. */
  readonly where: JsonObject;
}

function locateSpot(spot: Spot, files: Readonly<Record<string, string>>, file: string): LocatedSpot | null {
  if (spot.side === 'end') {
    const list = { file, path: ['blocks'] };
    const items = readValueIn(files, list);
    return Array.isArray(items) ? { list, items, index: items.length, where: {} } : null;
  }
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
  const { content, opened } = store.getState();
  const text = content.files[file] ?? '';
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
  const after = changeValue(taken, list, beside.toSpliced(index, 0, placed), findOpenedText(opened, file));
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
  const { content, opened } = store.getState();
  const before = content.files[file] ?? '';
  const after = changeValue(before, path, items, findOpenedText(opened, file));
  // Each is an undo step of its own.
  store.change(`${subject} ${formatPath(path)} ${Date.now()}`, [{ kind: 'file', path: file, before, after }]);
}
