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

test('A file of texts in another language is one finding, at the file', () => {
  const texts = (word: string) =>
    Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((key) => [key, `${word} words of ${key}`]));
  const found = reported({ 'locales/en/more.json': texts('Some'), 'locales/de/more.json': texts('Some') });
  expect(found.filter((line) => line.startsWith('untranslated-text'))).toEqual([
    'untranslated-text warning locales/de/more.json ',
  ]);
});

test('A translation that was confirmed and took the words of the source afterwards is not translated', () => {
  const confirmed = { de: { 'landing.summer': hashSourceText('Summer is here') } };
  expect(reported({ [german]: asInEnglish, 'locales/confirmed.json': confirmed })).toEqual([
    'untranslated-text warning locales/de/landing.json summer',
  ]);
});

test('A confirmed sentence is not reported until its source or its text changes', () => {
  const [now, before] = ['Summer is here', 'Summer was here'];
  const confirmed = (source: string, words: string) => ({
    [german]: asInEnglish,
    'locales/confirmed.json': { de: { 'landing.summer': markSameText(source, words) } },
  });
  expect(reported(confirmed(now, now))).toEqual([]);
  for (const [source, words] of [
    [before, now],
    [now, before],
  ] as const)
    expect(reported(confirmed(source, words))).toEqual([`untranslated-text warning ${german} summer`]);
});

test('Names and single words may be the same everywhere', () => {
  const name = (text: string) => ['en', 'de', 'fr'].map((locale) => [`locales/${locale}/mail.json`, { name: text }]);
  for (const text of ['App Store', 'Black Week · {claims.labels}', 'Session'])
    expect(reported(Object.fromEntries(name(text))).filter((line) => line.startsWith('untranslated'))).toEqual([]);
});

test('A text with no other words is an error where visitors read it, and a warning where it was just added', () => {
  const summer = (text: string) => ({
    [german]: swap('"summer": "Der Sommer ist da"', `"summer": ${JSON.stringify(text)}`),
  });
  for (const text of ['TODO', ' [FIXME] ', 'XXX', 'Lorem ipsum dolor sit amet', '#NAZWA?', '#VÄRDEFEL!', '#N/B'])
    expect(reported(summer(text))).toEqual([`untranslated-text error ${german} summer`]);
  expect(reported(summer('TODO: ein Titel'))).toEqual([`untranslated-text warning ${german} summer`]);
  const file = 'pages-config/landings/default.json';
  const inPlace = (text: string) =>
    reported({
      [file]: swap(
        '"title": "landing.steps"',
        `"title": ${JSON.stringify({ en: text, de: 'TODO', fr: 'TODO', it: 'TODO', nl: 'TODO', pl: 'TODO', sv: 'TODO' })}`,
      ),
    }).filter((line) => line.startsWith('untranslated-text'));
  expect(new Set(inPlace('TODO').map((line) => line.split(' ')[1]))).toEqual(new Set(['warning']));
  expect(new Set(inPlace('Three steps').map((line) => line.split(' ')[1]))).toEqual(new Set(['error']));
});

test.each([
  ['XXX', true],
  [' XXX ', true],
  ['Save XXX € today', true],
  ['Write to XXXX', true],
  ['Jubilee XXX', false],
  ['Sizes S to XXXL', false],
])('Of "%s", it is %j that it was left for later', (text, isUnfinished) => {
  const found = reported({ [german]: swap('"summer": "Der Sommer ist da"', `"summer": ${JSON.stringify(text)}`) });
  expect(found.some((line) => line.startsWith('untranslated-text'))).toBe(isUnfinished);
});

test('A sentence in English is a warning in another language, whatever the English text says now, unless it was confirmed', () => {
  const words = 'Come in with a friend and see what they see';
  const text = { [german]: swap('"summer": "Der Sommer ist da"', `"summer": "${words}"`) };
  expect(reported(text)).toEqual([`untranslated-text warning ${german} summer`]);
  const confirmed = { de: { 'landing.summer': markSameText('Summer is here', words) } };
  expect(reported({ ...text, 'locales/confirmed.json': confirmed })).toEqual([]);
});

test('A sentence of a third language is a warning', () => {
  const words = 'Een vriend nodigt u uit en u ziet het met hem';
  expect(reported({ [german]: swap('"summer": "Der Sommer ist da"', `"summer": "${words}"`) })).toEqual([
    `untranslated-text warning ${german} summer`,
  ]);
});
