import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const brand = 'pages-config/brand.json';

test('a colour that the brand does not have is named where it is used, with the one that was probably meant', () => {
  expect(checkSmall({ [brand]: swap('"accent": "pine"', '"accent": "pin"') })).toEqual([
    expect.objectContaining({
      rule: 'unknown-colour',
      severity: 'error',
      file: brand,
      line: 6,
      path: 'day.accent',
      message: 'There is no colour "pin" in "colours" of this brand.',
      suggestion: 'pine',
    }),
  ]);
});

test('icons, previews, mails and fine lines are looked at, too', () => {
  const parts =
    '"icons": { "tab": "a" }, "previews": { "night": { "line": "b" } }, "mails": { "lining": "c" }, "hairline": "d", "address"';
  expect(shortFindings({ [brand]: swap('"address"', parts) })).toEqual([
    'unknown-colour brand.json icons.tab',
    'unknown-colour brand.json previews.night.line',
    'unknown-colour brand.json mails.lining',
    'unknown-colour brand.json hairline',
  ]);
});

test('a colour of its own needs no name', () => {
  expect(shortFindings({ [brand]: swap('"accent": "pine"', '"accent": "#1F5A45"') })).toEqual([]);
});
