import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

const brand = 'pages-config/brand.json';

test('a form of address that a language does not have is found, with those that it has', () => {
  expect(checkSmall({ [brand]: swap('"de": "Sie"', '"de": "sie"') })).toEqual([
    expect.objectContaining({
      rule: 'unknown-address',
      severity: 'error',
      file: brand,
      path: 'address.de',
      expected: 'one of Sie, du, ihr',
      suggestion: 'Sie',
    }),
  ]);
});

test('A language that cannot be checked is reported, too', () => {
  expect(checkSmall({ [brand]: swap('"de": "Sie"', '"en": "you", "de": "Sie"') })).toEqual([
    expect.objectContaining({
      rule: 'unknown-address',
      path: 'address.en',
      message:
        'Forms of address are not known for the language "en", so its texts cannot be checked. Remove the entry.',
    }),
  ]);
});
