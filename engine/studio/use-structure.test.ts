import { describe, expect, test } from 'vitest';
import { isObject, type JsonObject, selectObjects } from '#engine/documents/json.ts';
import { changeValue, parseJson } from './edit-json.ts';
import type { OutlineBlock, StudioDocument } from './protocol.ts';
import { createStudioStore } from './store.ts';
import { editBlock, insertBlock, isHiddenBlock, moveBeside, renameBlock } from './use-structure.ts';

const FILE = 'pages-config/pages/a.json';
const hero = { id: 'hero', type: 'hero', title: 'site.title' };
const faq = { id: 'faq', type: 'faq', slot: 'left' };
const steps = { id: 'steps', type: 'steps', area: 'lead' };
const columns = { id: 'columns', type: 'columns', blocks: [faq, { id: 'cards', type: 'cards', slot: 'right' }] };

const readOutline = (list: unknown, path: readonly (string | number)[] = ['blocks']): readonly OutlineBlock[] =>
  selectObjects(list).map((block, index) => ({
    id: String(block['id']),
    type: String(block['type']),
    place: { file: FILE, path: [...path, index] },
    moved: {},
    blocks: readOutline(block['blocks'], [...path, index, 'blocks']),
  }));

function open(blocks: readonly JsonObject[]) {
  // The part of a document that its structure is read from.
  const opened = {
    document: 'pages/a',
    files: [{ path: FILE, text: JSON.stringify({ blocks }), version: 0, isOwn: true }],
    texts: {},
    outline: readOutline(blocks),
    fields: {},
  } as unknown as StudioDocument;
  const store = createStudioStore(
    opened,
    { locale: 'en', width: 390 },
    () => 0,
    () => undefined,
  );
  const find = (id: string, list = opened.outline): OutlineBlock | undefined =>
    list.find((block) => block.id === id) ?? list.flatMap((block) => find(id, block.blocks) ?? [])[0];
  const get = (id: string): OutlineBlock => {
    const found = find(id);
    if (found === undefined) throw new Error(`There is no block "${id}".`);
    return found;
  };
  const written = (): unknown => {
    const value = parseJson(store.getState().content.files[FILE] ?? '');
    return isObject(value) ? value['blocks'] : undefined;
  };
  return { store, get, written };
}

describe('A block that is dragged', () => {
  test('goes before or after another one, and takes its place in the page from it', () => {
    const { store, get, written } = open([hero, columns, steps]);
    moveBeside({ store }, get('hero'), { block: get('steps'), side: 'after' });
    expect(written()).toEqual([columns, steps, { ...hero, area: 'lead' }]);
    store.undo();
    moveBeside({ store }, get('steps'), { block: get('hero'), side: 'before' });
    expect(written()).toEqual([{ id: 'steps', type: 'steps' }, hero, columns]);
  });

  test('goes into another block, whose place has moved by one, and into its slot', () => {
    const { store, get, written } = open([hero, columns]);
    moveBeside({ store }, get('hero'), { block: get('faq'), side: 'after' });
    expect(written()).toEqual([{ ...columns, blocks: [faq, { ...hero, slot: 'left' }, columns.blocks[1]] }]);
  });

  test('leaves the block around it', () => {
    const { store, get, written } = open([hero, columns]);
    moveBeside({ store }, get('faq'), { block: get('hero'), side: 'before' });
    expect(written()).toEqual([{ id: 'faq', type: 'faq' }, hero, { ...columns, blocks: [columns.blocks[1]] }]);
  });

  test('does not go into itself', () => {
    const { store, get, written } = open([hero, columns]);
    moveBeside({ store }, get('columns'), { block: get('faq'), side: 'after' });
    expect(written()).toEqual([hero, columns]);
  });
});

describe('An example of a block', () => {
  const example = { id: 'notice', type: 'notice', area: 'header', text: 'a' };
  const examples = [{ type: 'notice', name: 'One', block: example }];
  const texts = { texts: {}, fields: {}, examples };

  test('is placed inside a block that has none yet, in the slot that was chosen', () => {
    const { store, get, written } = open([{ id: 'columns', type: 'columns' }]);
    insertBlock({ store }, { side: 'inside', block: get('columns'), slot: 'right' }, example, texts);
    const inner = { id: 'notice', type: 'notice', slot: 'right', text: 'a' };
    expect(written()).toEqual([{ id: 'columns', type: 'columns', blocks: [inner] }]);
    expect(store.getState().selected).toBe('notice');
  });

  test('is placed after a block, in its slot and with an id of its own', () => {
    const { store, get, written } = open([
      { ...columns, blocks: [faq] },
      { id: 'notice', type: 'notice' },
    ]);
    insertBlock({ store }, { side: 'after', block: get('faq') }, example, texts);
    const inner = { id: 'notice-2', type: 'notice', slot: 'left', text: 'a' };
    expect(written()).toEqual([
      { ...columns, blocks: [faq, inner] },
      { id: 'notice', type: 'notice' },
    ]);
  });

  test('is placed in its own area, and one without takes that of the block beside it, but not that of a header', () => {
    const { store, get, written } = open([steps]);
    insertBlock({ store }, { side: 'after', block: get('steps') }, example, texts);
    insertBlock({ store }, { side: 'after', block: get('steps') }, hero, texts);
    expect(written()).toEqual([steps, { ...hero, area: 'lead' }, example]);
    const other = open([example]);
    insertBlock({ store: other.store }, { side: 'after', block: other.get('notice') }, hero, texts);
    expect(other.written()).toEqual([example, hero]);
  });

  test('is placed at the end of a page where nothing is selected, as is a fragment', () => {
    const { store, written } = open([]);
    insertBlock({ store }, { side: 'end' }, hero, texts);
    insertBlock({ store }, { side: 'end' }, { id: 'consent', fragment: 'fragments/consent' }, texts);
    expect(written()).toEqual([hero, { id: 'consent', fragment: 'fragments/consent' }]);
  });
});

test('A block gets another id, and links of the page to it follow; one that is taken or malformed is refused', () => {
  const { store, get, written } = open([{ ...hero, to: '#faq' }, columns]);
  expect(renameBlock({ store }, get('faq'), 'hero')).toBe('taken');
  expect(renameBlock({ store }, get('faq'), 'Fragen & Antworten')).toBe('malformed');
  expect(written()).toEqual([{ ...hero, to: '#faq' }, columns]);
  expect(renameBlock({ store }, get('faq'), 'questions')).toBe('renamed');
  expect(written()).toEqual([
    { ...hero, to: '#questions' },
    { ...columns, blocks: [{ ...faq, id: 'questions' }, columns.blocks[1]] },
  ]);
  expect(store.getState().selected).toBe('questions');
  store.undo();
  expect(written()).toEqual([{ ...hero, to: '#faq' }, columns]);
});

test('A block is hidden and shown again where it is written, each as one step', () => {
  const { store, get, written } = open([hero, columns]);
  const isHidden = (): boolean => isHiddenBlock(get('faq'), store.getState().content.files);
  editBlock({ store }, get('faq'), 'hide');
  expect(isHidden()).toBe(true);
  expect(written()).toEqual([hero, { ...columns, blocks: [{ ...faq, hidden: true }, columns.blocks[1]] }]);
  editBlock({ store }, get('faq'), 'show');
  expect(isHidden()).toBe(false);
  expect(written()).toEqual([hero, columns]);
  store.undo();
  expect(isHidden()).toBe(true);
  store.undo();
  expect(isHidden()).toBe(false);
});

test('what is changed and changed back has the bytes that it was opened with, however they are laid out', () => {
  const opened = '{\n  "blocks": [ { "id": "a",\n "type": "text", "items": [ { "name": "x" } ] } ]\n}\n';
  const path = ['blocks', 0, 'items'];
  const changed = changeValue(opened, path, [{ name: 'x' }, { name: 'y' }], opened);
  expect(changed).not.toBe(opened);
  expect(changeValue(changed, path, [{ name: 'x' }], opened)).toBe(opened);
});
