import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/landings/default.json';

test('A misspelled property is reported once, with the name that was meant and a safe fix', () => {
  const [finding, ...others] = checkSmall({ [file]: swap('"title": "landing.hero"', '"titel": "landing.hero"') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'schema',
    line: 11,
    column: 7,
    suggestion: 'title',
    fix: { text: '"title"', length: 7 },
  });
});

test('A misspelled optional property is not fixed without asking', () => {
  const [finding] = checkSmall({ [file]: swap('"lead":', '"laed":') });
  expect(finding).toMatchObject({ rule: 'schema', suggestion: 'lead' });
  expect(finding?.fix).toBeUndefined();
});

test.each([
  ['ti\u0442le', ' Its "\u0442" is U+0442, of another alphabet.'],
  ['überschrift', ''],
])('An unknown property "%s" is reported with its letter that only looks Latin, if it has one', (name, words) => {
  const [finding] = checkSmall({ [file]: swap('"lead":', `"${name}":`) });
  const [, rest] = finding?.message.split(/(?<=is not known [^.]+\.)/) ?? [];
  expect(rest ?? '').toBe(words);
});

test('A missing property is reported at the object with what it is for', () => {
  const [finding, ...others] = checkSmall({ [file]: swap('"title": "landing.hero",', '') });
  expect(others.filter(({ rule }) => rule === 'schema')).toEqual([]);
  expect(finding).toMatchObject({ rule: 'schema', line: 8, column: 5, expected: '"title": The promise' });
});

test('A value outside of a list of values is reported with the list', () => {
  expect(checkSmall({ [file]: swap('"dark"', '"drak"') })).toEqual([
    expect.objectContaining({
      rule: 'schema',
      expected: 'one of none, dark, light',
      suggestion: 'dark',
      found: '"drak"',
    }),
  ]);
});

test('An id without its folder is reported with the whole id', () => {
  const [finding] = checkSmall({ [file]: swap('"layout": "default"', '"layout": "default", "brand": "osteria"') });
  expect(finding).toMatchObject({ rule: 'schema', suggestion: 'brands/osteria' });
});

test('A value of another type is reported in plain words', () => {
  const [finding] = checkSmall({ [file]: swap('"landing.steps"', '3') });
  expect(finding?.message).toBe('"blocks[2].title" must be a text, but it is 3.');
});

test('A change that makes a block wrong is reported where the change is written', () => {
  expect(
    shortFindings({ 'pages-config/landings/summer.json': swap('"variant": "short"', '"variant": "shrot"') }),
  ).toEqual(['schema landings/summer.json changes[0].props.variant']);
});

test('A change that takes away what a block needs is reported where the change is written', () => {
  expect(
    shortFindings({ 'pages-config/landings/summer.json': swap('"title": "landing.summer"', '"title": null') }).filter(
      (finding) => finding.startsWith('schema'),
    ),
  ).toEqual(['schema landings/summer.json changes[0].props.title']);
});

test('Texts are flat and never empty', () => {
  expect(
    shortFindings({ 'locales/en/more.json': { a: { b: 'x' }, c: '' } }).filter((finding) =>
      finding.startsWith('schema'),
    ),
  ).toEqual(['schema locales/en/more.json a', 'schema locales/en/more.json c']);
});

test('A project without a site document is reported', () => {
  expect(shortFindings({ 'pages-config/site.json': null })).toEqual(['schema site.json ']);
});

test('A project without a brand is reported, with what to do', () => {
  const [finding, ...others] = checkSmall({ 'pages-config/brand.json': null });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'schema', severity: 'error', file: 'pages-config/brand.json', line: 1 });
  expect(finding?.message).toMatch(/does not exist, so colours, fonts and the emblem are unknown\. Copy that of/);
});

test('A mistake in the props of a change is reported at the change, not at the block of the base', () => {
  const summer = 'pages-config/landings/summer.json';
  const reported = (from: string, to: string) =>
    shortFindings({ [summer]: swap(from, to) }).filter((finding) => !finding.startsWith('patch-drift'));
  expect(reported('"props": {', '"props": { "imgae": { "src": "images/satin.jpg" },')).toEqual([
    'schema landings/summer.json changes[0].props.imgae',
  ]);
  expect(reported('"title": "landing.summer"', '"title": { "de": "Sommer" }')).toContain(
    'missing-locale landings/summer.json changes[0].props.title',
  );
});

const summer = 'pages-config/landings/summer.json';

test('A variant whose "extends" is misspelt or missing is one mistake', () => {
  const [misspelt, ...others] = checkSmall({ [summer]: swap('"extends"', '"extend"') });
  expect(others).toEqual([]);
  expect(misspelt).toMatchObject({ rule: 'schema', line: 5, suggestion: 'extends' });
  expect(misspelt?.fix?.text).toContain('extends');
  expect(checkSmall({ [summer]: swap('"extends": "landings/default",', '') })).toEqual([
    expect.objectContaining({
      rule: 'schema',
      line: 1,
      message: expect.stringContaining('"extends" is missing') as string,
    }),
  ]);
});
