import { expect, test } from 'vitest';
import { exampleTexts } from '#schemas/generated/vocabulary.ts';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const everywhere = (change: (text: string) => string) =>
  Object.fromEntries(
    ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [`locales/${locale}/site.json`, change]),
  );

test('A text that no document shows is a warning, reported once for all languages', () => {
  expect(checkSmall(everywhere(swap('{', '{\n  "left": "x",')))).toEqual([
    expect.objectContaining({
      rule: 'unused-text',
      severity: 'warning',
      file: 'locales/en/site.json',
      line: 2,
      column: 3,
    }),
  ]);
});

test('Texts of a namespace that only code uses are left alone', () => {
  const files = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [
    `locales/${locale}/mail.json`,
    { hello: 'x' },
  ]);
  expect(shortFindings(Object.fromEntries(files))).toEqual([]);
});

test('A text that only an example of a block shows is used', () => {
  const name = 'landing.app.title';
  expect(exampleTexts).toContain(name);
  const files = ['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((locale) => [
    `locales/${locale}/landing.json`,
    swap('{', '{\n  "app.title": "x",'),
  ]);
  expect(checkSmall(Object.fromEntries(files))).toEqual([]);
});
