import { describe, expect, test } from 'vitest';
import type { JsonObject } from '#engine/documents/json.ts';
import { parseJson } from './edit-json.ts';
import type { OutlineBlock, StudioDocument } from './protocol.ts';
import { createStudioStore } from './store.ts';
import {
  acceptBase,
  findVariant,
  listChangedProperties,
  listDifferences,
  listRemoved,
  resetBlock,
  restoreBlock,
} from './variant.ts';

const FILE = 'pages-config/landings/short.json';
const FRAGMENT = 'pages-config/fragments/header.json';
const hero = { id: 'hero', type: 'hero', title: 'site.title' };
const faq = { id: 'faq', type: 'faq' };
const section = { id: 'section', type: 'section', blocks: [faq] };
const steps = { id: 'steps', type: 'steps' };

/** A variant of a landing with a hero, a section with questions, and steps. */
function open(blocks: readonly JsonObject[], more: JsonObject = {}) {
  const value = {
    extends: 'landings/default',
    changes: [],
    outdated: {},
    ...more,
    blocks,
    base: [hero, section, steps],
  };
  const outline = (list: readonly JsonObject[], path: readonly (string | number)[]): readonly OutlineBlock[] =>
    list.map((block, index) => ({
      id: String(block['id']),
      type: String(block['type']),
      place: { file: FILE, path: [...path, index] },
      moved: {},
      blocks: outline((block['blocks'] ?? []) as readonly JsonObject[], [...path, index, 'blocks']),
    }));
  const bar: OutlineBlock = {
    id: 'header/bar',
    type: 'header',
    place: { file: FRAGMENT, path: ['blocks', 0] },
    moved: {},
    blocks: [],
  };
  // The part of a document that identifies variants.
  const opened = {
    document: 'landings/short',
    base: 'landings/default',
    files: [{ path: FILE, text: JSON.stringify(value), version: 0, isOwn: true }],
    texts: {},
    outline: [...outline(blocks, ['blocks']), bar],
    fields: {},
  } as unknown as StudioDocument;
  const store = createStudioStore(
    opened,
    { locale: 'en', width: 390 },
    () => 0,
    () => undefined,
  );
  const differences = () => {
    const variant = findVariant(store.getState());
    return variant && Object.fromEntries(listDifferences(variant, opened.outline));
  };
  const written = (name: string): unknown =>
    (parseJson(store.getState().content.files[FILE] ?? '') as JsonObject)[name];
  const removed = () => {
    const variant = findVariant(store.getState());
    return variant && listRemoved(variant).map(({ id }) => id);
  };
  const block = (id: string): OutlineBlock => opened.outline.find((each) => each.id === id) ?? opened.outline[0] ?? bar;
  return { store, differences, written, removed, block };
}

describe('A variant beside its base', () => {
  test('says which blocks are added and changed, whatever the order of their properties', () => {
    const { differences } = open([
      { title: 'site.title', type: 'hero', id: 'hero' },
      { ...section, ground: 'ink' },
      { id: 'more', type: 'faq' },
    ]);
    expect(differences()).toEqual({ section: 'changed', more: 'added' });
  });

  test('says what a block had in the base, property by property', () => {
    const { store, block } = open([{ ...hero, title: 'site.join', side: 'left' }]);
    const variant = findVariant(store.getState());
    expect(variant && listChangedProperties(variant, block('hero'), store.getState().content.files)).toEqual([
      { name: 'title', before: 'site.title', after: 'site.join' },
      { name: 'side', before: undefined, after: 'left' },
    ]);
  });

  test('says which changes the base has outdated, until they are accepted', () => {
    const { store, differences, block } = open([{ ...hero, title: 'site.join' }], {
      outdated: { hero: '0123456789ab' },
    });
    expect(differences()).toEqual({ hero: 'outdated' });
    acceptBase({ store }, block('hero'));
    expect(differences()).toEqual({ hero: 'changed' });
  });

  test('A block gets the properties of the base back, and keeps what stands inside it', () => {
    const inner = { ...faq, title: 'site.faq' };
    const { store, written, block } = open([{ ...section, ground: 'ink', blocks: [inner] }], {
      outdated: { section: '0123456789ab' },
    });
    resetBlock({ store }, block('section'));
    expect(written('blocks')).toEqual([{ ...section, blocks: [inner] }]);
    expect(written('outdated')).toEqual({});
  });

  test('A block of a fragment is reset by leaving its change out', () => {
    const change = { op: 'set', block: 'header/bar', props: { look: 'ink' } };
    const other = { ...change, block: 'footer/bar' };
    const { store, written, differences, block } = open([hero], { changes: [change, other] });
    expect(differences()).toEqual({ 'header/bar': 'changed' });
    resetBlock({ store }, block('header/bar'));
    expect(written('changes')).toEqual([other]);
  });

  test('Removed blocks are listed without those inside them, and come back where they were', () => {
    const { store, written, removed } = open([hero, steps]);
    expect(removed()).toEqual(['section']);
    restoreBlock({ store }, 'section');
    expect(written('blocks')).toEqual([hero, section, steps]);
    store.undo();
    expect(written('blocks')).toEqual([hero, steps]);
  });

  test('A block inside another one comes back there, or to the page when that is gone', () => {
    const one = open([{ ...section, blocks: [] }]);
    restoreBlock(one, 'faq');
    expect(one.written('blocks')).toEqual([section]);
    const other = open([{ ...section, blocks: [] }, steps, faq]);
    expect(other.removed()).toEqual(['hero']);
  });
});
