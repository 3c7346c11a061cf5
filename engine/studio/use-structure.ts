import { isObject } from '#engine/documents/json.ts';
import { formatPath } from '#engine/documents/place.ts';
import { listed, valueIn } from './blocks.ts';
import type { Studio } from './context.ts';
import { withValue } from './edit-json.ts';
import type { BlockExample, OutlineBlock, StudioBlocks, WrittenPlace } from './protocol.ts';
import { duplicateBlock, findList, moved } from './structure.ts';

export type BlockAction = 'up' | 'down' | 'duplicate' | 'remove';

/** Whether blocks can be added, moved and taken out where a block stands. */
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
  const items = valueIn(content.files, list);
  if (!Array.isArray(items)) return;
  const taken = new Set(listed(outline).map((each) => each.block.id));
  const own: unknown = items[index];
  const copies = isObject(own) ? [duplicateBlock(own, { fields: opened.fields, texts: content.texts, taken })] : [];
  const after: Readonly<Record<BlockAction, () => readonly unknown[]>> = {
    up: () => moved(items, index, index - 1),
    down: () => moved(items, index, index + 1),
    duplicate: () => items.toSpliced(index + 1, 0, ...copies),
    remove: () => items.toSpliced(index, 1),
  };
  writeList(studio, list, `${action} ${block.id}`, after[action]());
  if (action === 'duplicate' && copies[0] !== undefined) store.setState({ selected: String(copies[0]['id']) });
  if (action === 'remove') store.setState({ selected: null });
}

/** Places a copy of an example after a block. */
export function insertAfter(
  studio: Pick<Studio, 'store'>,
  block: OutlineBlock,
  { block: example }: BlockExample,
  { texts, fields }: Pick<StudioBlocks, 'texts' | 'fields'>,
): void {
  const { store } = studio;
  const { content, outline, opened } = store.getState();
  const found = findList(block);
  const items = found && valueIn(content.files, found.list);
  if (found === null || !Array.isArray(items)) return;
  const taken = new Set(listed(outline).map((each) => each.block.id));
  // Where it stands is for the page to say.
  const { area: _area, slot: _slot, ...placed } = duplicateBlock(example, { fields, texts, taken });
  const beside: unknown = items[found.index];
  const where = isObject(beside)
    ? Object.fromEntries(['area', 'slot'].flatMap((name) => (name in beside ? [[name, beside[name]]] : [])))
    : {};
  const { id, type, ...rest } = placed;
  store.setState({ opened: { ...opened, fields: { ...fields, ...opened.fields } } });
  writeList(studio, found.list, 'insert', items.toSpliced(found.index + 1, 0, { id, type, ...where, ...rest }));
  store.setState({ selected: String(id) });
}

/** Another list at a place. */
export function writeList(
  { store }: Pick<Studio, 'store'>,
  { file, path }: WrittenPlace,
  subject: string,
  items: readonly unknown[],
): void {
  const before = store.getState().content.files[file] ?? '';
  const after = withValue(before, path, items);
  // Each of these is a step of its own.
  store.change(`${subject} ${formatPath(path)} ${Date.now()}`, [{ kind: 'file', path: file, before, after }]);
}
