import { expect, test } from 'vitest';
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
