import { expect, test } from 'vitest';
import { checkSmall, swap } from '#tests/helpers/small-project.ts';

const written = (text: string) =>
  checkSmall({ 'locales/en/landing.json': swap('"{claims.labels}', `"${text} {claims.labels}`) }).filter(
    ({ rule }) => rule === 'typed-address',
  );

test.each([
  ['see https://www.vitrine.test/members.', 'web address "https://www.vitrine.test/members"'],
  ['see www.vitrine.test!', 'web address "www.vitrine.test"'],
  ['or write to hello@vitrine.test', 'e-mail address "hello@vitrine.test"'],
])('An address in a text is found: %s', (text, says) => {
  expect(written(text)).toEqual([
    expect.objectContaining({ severity: 'warning', message: expect.stringContaining(says) as string }),
  ]);
});

test.each(['such as anna@example.com', '<link:login>www.vitrine.test</link:login>', 'from Booking.com, at 20:30'])(
  'Examples, links and names are right: %s',
  (text) => {
    expect(written(text)).toEqual([]);
  },
);

test('One address in every language is one finding, which names the others', () => {
  const add = swap('"{claims.labels}', '"www.vitrine.test {claims.labels}');
  const found = checkSmall(
    Object.fromEntries(['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((tag) => [`locales/${tag}/landing.json`, add])),
  );
  expect(found.map(({ rule, file }) => `${rule} ${file}`)).toEqual(['typed-address locales/en/landing.json']);
  expect(found[0]?.message).toContain('So do those in "de", "fr"');
});

test('The title of a page, which can hold no link, may name an address', () => {
  expect(
    checkSmall({ 'locales/en/landing.json': swap('"Private sales"', '"Private sales at www.vitrine.test"') }),
  ).toEqual([]);
});
