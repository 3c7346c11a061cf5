import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

const site = 'pages-config/site.json';
const declared = (list: string) => ({ [site]: swap('["en", "de", "fr", "it", "nl", "pl", "sv"]', list) });
const ofRule = (changes: Parameters<typeof checkSmall>[0]) =>
  checkSmall(changes).filter(({ rule }) => rule === 'languages');

test.each([
  ['xx', 'There is no language "xx" in the tag "xx".', undefined],
  ['pt_BR', '"pt_BR" is not a language tag.', 'pt-BR'],
  ['PT-br', 'The language tag "PT-br" is written "pt-BR".', 'pt-BR'],
  ['iw', 'The language tag "iw" is written "he".', 'he'],
  ['in a word', '"in a word" is not a language tag.', undefined],
])('"%s" is not declared as a language: %s', (tag, message, suggestion) => {
  expect(ofRule(declared(`["en", "de", "fr", "it", "nl", "pl", "sv", "${tag}"]`))).toEqual([
    expect.objectContaining({ file: site, path: 'locales.available[7]', message, suggestion }),
  ]);
});

test('A language that was declared after the last run of the generator says which command it needs', () => {
  const [finding] = ofRule(declared('["en", "de", "fr", "it", "nl", "pl", "sv", "ar"]'));
  expect(finding?.message).toBe(
    'The language "ar" is not generated yet: types and validators know en, de, fr, it, nl, pl, sv. Run "npm run gen".',
  );
});

test('So does a language that is declared no more', () => {
  const [finding, ...others] = ofRule(declared('["en", "de"]'));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ path: 'locales.available' });
  expect(finding?.message).toMatch(/^The site no longer declares "fr", "it", "nl", "pl", "sv", .* Run "npm run gen"/);
});

test('A declared language without a folder is reported where it is declared, and nowhere else', () => {
  const gone = Object.fromEntries(
    ['landing', 'site', 'errors', 'refusals'].map((file) => [`locales/sv/${file}.json`, null]),
  );
  const findings = checkSmall(gone);
  expect(findings).toEqual([
    expect.objectContaining({ rule: 'languages', file: site, path: 'locales.available[6]', found: '"sv"' }),
  ]);
});

test('Texts of a journey alone make no folder of a language', () => {
  const staff = (locale: string) =>
    [`journeys/registration/locales/${locale}/staff.json`, { hello: `Hello, ${locale}` }] as const;
  const renamed = ['landing', 'site', 'errors', 'refusals'].map((file) => [`locales/sv/${file}.json`, null] as const);
  const journey = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map(staff);
  expect(
    checkSmall(Object.fromEntries([...renamed, ...journey])).filter(({ rule }) => rule !== 'unused-text'),
  ).toMatchObject([{ rule: 'languages', file: site, path: 'locales.available[6]' }]);
});
