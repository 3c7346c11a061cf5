import { expect, test } from 'vitest';
import { hashSourceText, markSameText } from '#engine/documents/confirmed-texts.ts';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

const german = 'locales/de/landing.json';
const asInEnglish = swap('"summer": "Der Sommer ist da"', '"summer": "Summer is here"');
const reported = (changes: Parameters<typeof checkSmall>[0]) =>
  checkSmall(changes).map(({ rule, severity, file, path }) => `${rule} ${severity} ${file} ${path}`);

test('A sentence that is the same in two languages is a warning in the later one', () => {
  expect(reported({ [german]: asInEnglish })).toEqual([`untranslated-text warning ${german} summer`]);
});

test('A translation that was confirmed and took the words of the source afterwards is not translated', () => {
  const confirmed = { de: { 'landing.summer': hashSourceText('Summer is here') } };
  expect(reported({ [german]: asInEnglish, 'locales/confirmed.json': confirmed })).toEqual([
    'untranslated-text warning locales/de/landing.json summer',
  ]);
});

test('A sentence that was confirmed is none, until its source changes', () => {
  const confirmed = (source: string) => ({ de: { 'landing.summer': markSameText(source) } });
  const changes = { [german]: asInEnglish };
  expect(reported({ ...changes, 'locales/confirmed.json': confirmed('Summer is here') })).toEqual([]);
  expect(reported({ ...changes, 'locales/confirmed.json': confirmed('Summer was here') })).toEqual([
    `untranslated-text warning ${german} summer`,
  ]);
});

test('Names and single words may be the same everywhere', () => {
  const name = (text: string) => ['en', 'de', 'fr'].map((locale) => [`locales/${locale}/mail.json`, { name: text }]);
  for (const text of ['App Store', 'Black Week · {claims.labels}', 'Session'])
    expect(reported(Object.fromEntries(name(text))).filter((line) => line.startsWith('untranslated'))).toEqual([]);
});

test.each([
  ['XXX', true],
  ['Save XXX € today', true],
  ['Write to XXXX', true],
  ['Jubilee XXX', false],
  ['Sizes S to XXXL', false],
])('Of "%s", it is %j that it was left for later', (text, isUnfinished) => {
  const found = reported({ [german]: swap('"summer": "Der Sommer ist da"', `"summer": ${JSON.stringify(text)}`) });
  expect(found.some((line) => line.startsWith('untranslated-text'))).toBe(isUnfinished);
});
