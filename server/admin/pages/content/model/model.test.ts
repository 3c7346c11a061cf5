import { expect, test } from 'vitest';
import landing from '#schemas/landing.schema.json' with { type: 'json' };
import page from '#schemas/page.schema.json' with { type: 'json' };
import site from '#schemas/site.schema.json' with { type: 'json' };
import window from '#schemas/window.schema.json' with { type: 'json' };
import { calmVariant, experimentWith, smallProject } from '#tests/helpers/small-project.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { getStaffTranslator } from '#server/admin/staff-translator.ts';
import { compareFiles } from './changes.ts';
import { createContentReader } from './content.ts';
import { mergeEdit } from './merge-edit.ts';
import { nameContent } from './name-content.ts';
import { redirectPattern, routePattern, slugPattern, themes, zonePattern } from './patterns.ts';
import { updateRedirectsAfterMove, updateRedirectsAfterRemoval } from './redirects.ts';
import { listTouchedExperiments } from './touched-experiments.ts';

test.each([
  ['a value that nobody typed over is what it is now', { was: 'a', now: 'b', typed: 'a' }, 'b'],
  ['a value that nobody else changed is what was typed', { was: 'a', now: 'a', typed: 'c' }, 'c'],
  ['two people who type the same agree', { was: 'a', now: 'c', typed: 'c' }, 'c'],
  ['two people who type different things do not', { was: 'a', now: 'b', typed: 'c' }, null],
  [
    'line breaks of a browser and spaces that a form loses are no change',
    { was: 'a\r\nb', now: 'a\nb\n', typed: 'a\r\nb' },
    'a\nb\n',
  ],
  ['spaces around a value stay', { was: ', only', now: ', only ', typed: ', just' }, ', just '],
  ['an emptied value is empty', { was: 'a', now: 'a\n', typed: '' }, ''],
])('%s', (_, edit, merged) => {
  expect(mergeEdit(edit)).toBe(merged);
});

test('addresses that a document had in any language lead to it, or to the page in its place, and those that it has are no redirects', () => {
  const document = 'pages/about-us';
  const former = ['/about-us', '/ueber-uns', '/o-nas'];
  const before = new Map([['/o-firmie', document]]);
  const addresses = ['/about-us', '/das-haus', '/o-firmie'];
  const move = { document, former, addresses };
  expect([...updateRedirectsAfterMove(before, { ...move, isFound: true })]).toEqual([
    ['/ueber-uns', document],
    ['/o-nas', document],
  ]);
  expect([...updateRedirectsAfterMove(before, { ...move, isFound: false })]).toEqual([]);
  const gone = { document, former, destination: 'landings/default' };
  expect([...updateRedirectsAfterRemoval(before, gone)].toSorted()).toEqual(
    ['/about-us', '/o-firmie', '/o-nas', '/ueber-uns'].map((from) => [from, 'landings/default']),
  );
  expect([...updateRedirectsAfterRemoval(before, { ...gone, destination: null })]).toEqual([]);
});

test('documents differ by property, blocks by their ids, in whatever order they stand', () => {
  const file = (value: object) => JSON.stringify(value);
  const block = (id: string, title: string) => ({ id, title });
  const before = file({ slug: 'a', blocks: [block('hero', 'x'), block('steps', 'y')] });
  const of = (after: object) =>
    compareFiles([{ path: 'pages-config/landings/a.json', before, after: file(after) }]).map((change) =>
      change.kind === 'property' ? [change.path, change.before, change.after] : [change.kind],
    );
  expect(of({ slug: 'b', blocks: [block('hero', 'x'), block('steps', 'z')] })).toEqual([
    ['slug', 'a', 'b'],
    ['blocks[steps].title', 'y', 'z'],
  ]);
  expect(of({ slug: 'a', blocks: [block('steps', 'y'), block('hero', 'x')] })).toEqual([
    ['blocks', '["hero","steps"]', '["steps","hero"]'],
  ]);
  expect(of({ slug: 'a', blocks: [block('hero', 'x')] })).toEqual([
    ['blocks[steps]', '{"id":"steps","title":"y"}', null],
  ]);
});

test('texts differ by language and key; a file that says nothing to a reader is named', () => {
  const changes = compareFiles([
    { path: 'locales/de/landing.json', before: '{ "a": "1", "b": "2" }', after: '{ "a": "1", "b": "3", "c": "4" }' },
    { path: 'pins.json', before: '{}', after: '{ "x": {} }' },
    { path: 'pages-config/pages/a.json', before: null, after: '{}' },
    { path: 'pages-config/pages/b.json', before: '{}', after: '{}' },
  ]);
  expect(changes.map((change) => Object.values(change))).toEqual([
    ['text', 'locales/de/landing.json', 'de', 'landing.b', '2', '3'],
    ['text', 'locales/de/landing.json', 'de', 'landing.c', null, '4'],
    ['file', 'pins.json'],
    ['document', 'pages-config/pages/a.json', 'pages/a', true],
  ]);
});

test('an experiment is touched by claims and by forms that its pages show, and by no page that they only link to', async () => {
  const shown = JSON.stringify({
    version: 4,
    layout: 'default',
    meta: {},
    blocks: [
      { id: 'hero', type: 'hero', title: 'landing.labels', action: { label: 'site.join', to: 'pages/about-us' } },
      { id: 'form', type: 'form', form: 'forms/press', title: 'landing.hero' },
    ],
  });
  const form = JSON.stringify({ version: 4, fields: [{ name: 'name', type: 'text', label: 'press.name' }] });
  const { layers } = smallProject({
    'pages-config/landings/default.json': shown,
    'pages-config/forms/press.json': form,
    'pages-config/experiments/calm.json': experimentWith([]),
  });
  const files = new Map(layers.flatMap((layer) => [...layer.files]));
  const content = await createContentReader({ readContent: async () => files })();
  const touched = (path: string, from: string, to: string) => {
    const before = files.get(path) ?? '{"name":"from"}';
    return listTouchedExperiments(content, compareFiles([{ path, before, after: before.replace(from, to) }]));
  };
  expect(touched('pages-config/site.json', '3000', '4000')).toEqual(['calm']);
  expect(touched('pages-config/site.json', '"source": "Buying"', '"source": "Sales"')).toEqual(['calm']);
  expect(touched('pages-config/site.json', 'https://www.example.com/login', 'https://www.example.com/in')).toEqual([]);
  expect(touched('pages-config/forms/press.json', '"text"', '"email"')).toEqual(['calm']);
  expect(touched('locales/en/press.json', 'from', 'to')).toEqual(['calm']);
  expect(touched('pages-config/pages/about-us.json', 'site.about', 'site.join')).toEqual([]);
});

test('fields accept what the schemas of documents accept', () => {
  // An escape that a set of characters does not need means nothing.
  const plain = (pattern: string): string => pattern.replaceAll(/\\([/-])/g, '$1');
  const pairs = [
    [slugPattern, landing.$defs.slug.pattern],
    [routePattern, page.properties.route.pattern],
    [redirectPattern, site.properties.redirects.propertyNames.pattern],
    [zonePattern, window.$defs.zone.pattern],
  ] as const;
  for (const [pattern, written] of pairs) expect(plain(pattern.source)).toBe(plain(written));
  expect(themes).toEqual(page.properties.theme.enum);
});

test('Items of a list without ids are compared between what both lists begin and end with', () => {
  const document = (...changes: readonly object[]): string => JSON.stringify({ changes });
  const [first, second, last] = [
    { op: 'remove', block: 'a' },
    { op: 'set', block: 'b' },
    { op: 'remove', block: 'c' },
  ];
  const file = { path: 'pages-config/landings/summer.json' };
  const paths = (before: string, after: string) =>
    compareFiles([{ ...file, before, after }]).map((change) =>
      change.kind === 'property' ? change.path : change.kind,
    );
  expect(paths(document(first, last), document(first, second, last))).toEqual(['changes[1]']);
  expect(paths(document(first, second), document(first, { ...second, block: 'd' }))).toEqual(['changes[1].block']);
});

test('staff read titles of documents, types of blocks, texts and names of options in place of ids; ids only tell equal ones apart', async () => {
  const { layers } = smallProject({ 'pages-config/landings/calm.json': calmVariant });
  const files = new Map(layers.flatMap((layer) => [...layer.files]));
  const content = await createContentReader({ readContent: async () => files })();
  const { document, block, place, claim, file, property, text, value } = nameContent(getStaffTranslator('en'), content);
  const shown = 'landings/default';
  expect(document('landings/calm')).toBe('Private sales (landings/calm)');
  expect(document('pages/about-us')).not.toMatch(/about-us|\{/);
  expect([document('site'), document('fragments/header'), document('landings/none')]).toEqual([
    'Site',
    'Shared block header',
    'landings/none',
  ]);
  expect([block(shown, 'hero'), block(shown, 'none')]).toEqual(['Hero', 'none']);
  expect(place({ document: shown, block: 'hero' })).toBe(`${document(shown)} · Hero`);
  expect([claim('labels'), claim('none')]).toEqual(['labels (3,000)', 'none']);
  expect([file('locales/de/landing.json'), file('pages-config/site.json'), file('pins.json')]).toEqual([
    'Deutsch · landing',
    'Site',
    'pins.json',
  ]);
  expect(property(shown, 'blocks[hero].items[0].title')).toBe('Hero · Items 1 · Title');
  expect(property('landings/calm', 'changes[0].set.flow')).toBe('Flow of the forms');
  expect([text('landing.hero'), text('landing.none')]).toEqual([`${document(shown)} · Hero · Title`, 'landing.none']);
  expect(property('journeys/registration', 'flows.codeLast.steps')).toBe('Three steps: email, name, code · Steps');
  expect(value(shown, 'flow', 'lean')).toMatch(/^Two steps/);
  expect(value(shown, 'blocks', ['hero', 'none'])).toBe('Hero, none');
  expect(value(shown, 'to', 'landings/calm#hero')).toBe('Private sales (landings/calm) · Hero');
  expect(value(shown, '', { type: 'hero', title: 'landing.hero', image: { src: 'images/uploads/hall.jpg' } })).toBe(
    'Type: Hero · Title: Come in · Image: Image file: hall.jpg',
  );
  expect(value(shown, 'title', Object.fromEntries(locales.map((locale) => [locale, `In ${locale}`])))).toBe('In en');
  expect(value(shown, 'addresses', { en: '/about', de: '/ueber-uns' })).toBe('English: /about · Deutsch: /ueber-uns');
});
