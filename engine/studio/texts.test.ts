import { expect, test } from 'vitest';
import { parseObject } from '#engine/documents/json.ts';
import { cancelEditing } from './edit-in-place.ts';
import { listOutlineBlocks, selectFindings } from './blocks.ts';
import type { StudioDocument } from './protocol.ts';
import { createStudioStore, type StudioStore } from './store.ts';
import {
  findOpenReason,
  findTextFindings,
  listBlockTexts,
  listTextForms,
  readTextForm,
  writeTextForm,
} from './texts.ts';
import type { TextForm } from './edited-text.ts';

const FILE = 'pages-config/landings/sale.json';
const FORM = 'pages-config/forms/press.json';
const blocks = [
  { id: 'hero', type: 'hero', title: 'sale.title', items: [{ text: { en: 'Come in', de: 'Kommen Sie' } }] },
  { id: 'faq', type: 'faq', title: 'sale.places' },
];
const text = { kind: 'text', description: '', isRequired: true } as const;

const press = {
  fields: [
    { type: 'text', label: { en: 'Name' } },
    { type: 'radio', label: { en: 'Topic' }, options: [{ label: { en: 'Pictures' } }] },
  ],
};
const label = { ...text, name: 'label' };
const option = { name: '', description: '', isRequired: true, kind: 'object', fields: [label] };
const options = { name: 'options', description: '', isRequired: true, kind: 'list', item: option };
const formField = {
  ...option,
  fields: undefined,
  by: 'type',
  variants: { text: [label], radio: [label, options] },
};

function open(value: object = { blocks }): StudioStore {
  const item = { name: '', description: '', isRequired: true, kind: 'object', fields: [{ ...text, name: 'text' }] };
  // The part of a document that its texts are read from.
  const opened = {
    document: 'landings/sale',
    base: 'landings/default',
    files: [
      { path: FILE, text: JSON.stringify(value, null, 2), version: 0, isOwn: true },
      { path: FORM, text: JSON.stringify(press), version: 0, isOwn: true },
    ],
    texts: { 'sale.title': { en: 'Sale' }, 'sale.places_one': { en: 'one' }, 'sale.places_other': { en: '{count}' } },
    publishedTexts: {},
    sharedTexts: { 'sale.title': ['landings/default'] },
    outline: blocks.map(({ id, type }, index) => ({
      id,
      type,
      place: { file: FILE, path: ['blocks', index] },
      moved: {},
      blocks: [],
    })),
    fields: {
      hero: [
        { ...text, name: 'title' },
        { name: 'items', description: '', isRequired: true, kind: 'list', item },
      ],
      faq: [
        { ...text, name: 'title' },
        { name: 'form', description: '', isRequired: false, kind: 'name', names: 'forms' },
      ],
    },
    forms: [{ document: 'forms/press', file: FORM, others: [] }],
    formFields: [{ name: 'fields', description: '', isRequired: true, kind: 'list', item: formField }],
  } as unknown as StudioDocument;
  return createStudioStore(
    opened,
    { locale: 'en', width: 390 },
    () => 0,
    () => undefined,
  );
}

const listForms = (store: StudioStore): readonly TextForm[] =>
  listOutlineBlocks(store.getState().outline).flatMap(({ block }) =>
    listBlockTexts(store.getState(), block).flatMap(({ place }) => listTextForms(store.getState(), place, 'en')),
  );

const written = (store: StudioStore): unknown => parseObject(store.getState().content.files[FILE])['blocks'];

test('texts of lists and plural forms are found, and each is written where it stands', () => {
  const store = open();
  const forms = listForms(store);
  expect(forms.map((form) => readTextForm(store.getState(), form))).toEqual(['Sale', 'Come in', 'one', '{count}']);
  for (const form of forms) writeTextForm(store, form, `New\n${readTextForm(store.getState(), form)}`);
  expect(store.getState().content.texts).toMatchObject({
    'sale.title': { en: 'New Sale' },
    'sale.places_one': { en: 'New one' },
    'sale.places_other': { en: 'New {count}' },
  });
  expect(written(store)).toMatchObject([{ items: [{ text: { en: 'New Come in', de: 'Kommen Sie' } }] }, blocks[1]]);
  for (const _ of forms) store.undo();
  expect(store.getState().content).toEqual(open().getState().content);
});

test('a text that the base of a variant shows becomes one of the variant with the first key, and is taken back at once', () => {
  const store = open({ blocks, base: [] });
  const [title] = listForms(store);
  if (title === undefined) throw new Error('There is no title.');
  const subject = 'in place 1';
  // What the page shows is of no matter here.
  store.setState({ edited: { form: title, element: {} as HTMLElement, subject } });
  for (const typed of ['S', 'Sp', 'Spring']) writeTextForm(store, title, typed, subject);
  expect(written(store)).toMatchObject([{ title: { en: 'Spring' } }, blocks[1]]);
  expect(store.getState().content.texts['sale.title']).toEqual({ en: 'Sale' });
  expect(readTextForm(store.getState(), title)).toBe('Spring');
  cancelEditing({ store });
  expect(store.getState()).toMatchObject({ edited: null, content: open({ blocks, base: [] }).getState().content });
  store.redo();
  expect(readTextForm(store.getState(), title)).toBe('Spring');
});

test('a finding is shown at its text in its language, whether that stands in the document or has a key', () => {
  const about = { rule: 'r', severity: 'warning', message: 'Too long.' } as const;
  const own = { ...about, file: FILE, path: 'blocks[0].items[0].text.en' };
  const keyed = {
    ...about,
    file: 'locales/en/sale.json',
    path: 'title',
    text: { key: 'sale.title', locale: 'en' },
  } as const;
  const [title, item] = listForms(open());
  for (const [form, finding] of [
    [title, keyed],
    [item, own],
  ] as const) {
    expect(form && findTextFindings([own, keyed], form)).toEqual([finding]);
    expect(form && findTextFindings([own, keyed], { ...form, locale: 'de' })).toEqual([]);
  }
});

test('a block that names a form document has its labels and options, and the findings of its file', () => {
  const [hero, faq] = blocks;
  const store = open({ blocks: [hero, { ...faq, form: 'forms/press' }] });
  const state = store.getState();
  const forms = listForms(store).slice(4);
  expect(forms.map((each) => readTextForm(state, each))).toEqual(['Name', 'Topic', 'Pictures']);
  const [first] = forms;
  if (first === undefined) throw new Error('The form has a text.');
  writeTextForm(store, first, 'Your name');
  expect(store.getState().content.files[FORM]).toContain('"Your name"');
  const finding = { rule: 'schema', severity: 'error', message: '', file: FORM, path: 'fields[0].label' } as const;
  const shown = state.outline.filter((block) => selectFindings({ ...state, findings: [finding] }, block).length > 0);
  expect(shown.map(({ id }) => id)).toEqual(['faq']);
});

test('a text needs a translator while it is missing, same as the source, or older than the source that was changed', () => {
  const store = open();
  const [title] = listForms(store);
  if (title === undefined) throw new Error('There is no title.');
  const german = { ...title, locale: 'de' } as const;
  const reason = (form: TextForm = german): unknown => findOpenReason(store.getState(), form);
  expect(reason()).toBe('missing');
  writeTextForm(store, german, 'Sale');
  expect([reason(), reason(title)]).toEqual(['same', null]);
  writeTextForm(store, german, 'Schlussverkauf');
  expect(reason()).toBeNull();
  const publish = (publishedTexts: StudioDocument['publishedTexts']): void =>
    store.setState(({ opened }) => ({ opened: { ...opened, publishedTexts } }));
  publish({ 'sale.title': { en: 'Sale', de: 'Schlussverkauf' } });
  writeTextForm(store, title, 'Last days of the sale');
  expect([reason(), reason(title)]).toEqual(['outdated', null]);
  // Confirmed by a translator: the server leaves the language out.
  publish({ 'sale.title': { en: 'Sale' } });
  expect(reason()).toBeNull();
});
