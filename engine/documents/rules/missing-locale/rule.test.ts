import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('A text that languages lack is reported once, at the source language', () => {
  const gone = swap('  "login"', '  "logni"');
  const [finding, ...others] = checkSmall({
    'locales/de/site.json': (text) => gone(text).replace(/\n {2}"logni".*/, ''),
    'locales/pl/site.json': (text) => gone(text).replace(/\n {2}"logni".*/, ''),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'missing-locale', file: 'locales/en/site.json', line: 3, column: 3 });
  expect(finding?.message).toContain('"de", "pl"');
});

test('A missing file is reported once, not for each of its texts', () => {
  expect(shortFindings({ 'locales/sv/landing.json': null })).toEqual(['missing-locale locales/sv/landing.json ']);
});

test('Texts of a journey need all languages of the site, and may have more', () => {
  const files = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'ja'].map((locale) => [
    `journeys/x/locales/${locale}/staff.json`,
    { title: 'Title' },
  ]);
  const [finding, ...others] = checkSmall(Object.fromEntries(files));
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'missing-locale',
    file: 'journeys/x/locales/sv/staff.json',
    expected: 'journeys/x/locales/sv/staff.json',
  });
});

test('A text written in place needs all languages of the site', () => {
  const [finding, ...others] = checkSmall({
    'pages-config/landings/default.json': swap('"landing.steps"', '{ "en": "How", "de": "Wie" }'),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'missing-locale', path: 'blocks[2].title' });
});

test('The words of a block need all languages of the site', () => {
  expect(shortFindings({ 'blocks/x/strings.json': { open: { en: 'Open' } } })).toEqual([
    'missing-locale blocks/x/strings.json open',
  ]);
});

test('Words of a block in a language it lacks may stand in the file of the language', () => {
  const words = { en: 'a', de: 'a', fr: 'a', it: 'a', nl: 'a', pl: 'a' };
  const block = { 'blocks/x/strings.json': { open: words } };
  expect(shortFindings(block)).toEqual(['missing-locale blocks/x/strings.json open']);
  expect(shortFindings({ ...block, 'locales/sv/words.json': { 'x.open': 'Öppna' } })).toEqual([]);
});

test('Each language needs the plural forms it has', () => {
  const two = swap('{', '{\n  "days_one": "a day",\n  "days_other": "{count} days",');
  const [finding, ...others] = checkSmall(
    Object.fromEntries(
      ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [`locales/${locale}/other.json`, {}]),
    ),
  );
  expect([finding, others]).toEqual([undefined, []]);
  const findings = checkSmall(
    Object.fromEntries(
      ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [`locales/${locale}/site.json`, two]),
    ),
  ).filter(({ rule }) => rule === 'missing-locale');
  expect(findings).toEqual([expect.objectContaining({ file: 'locales/en/site.json', line: 2 })]);
  expect(findings[0]?.message).toContain('pl ("site.days_many"), pl ("site.days_few")');
});
