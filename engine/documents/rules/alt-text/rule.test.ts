import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/landings/default.json';

test('An image needs an alternative text or must say that it is decorative', () => {
  const [finding, ...others] = checkSmall({ [file]: swap('"decorative": true, ', '') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'alt-text', line: 13, column: 16, path: 'blocks[1].image' });
});

test('An image cannot be decorative and carry a text', () => {
  expect(shortFindings({ [file]: swap('"decorative": true', '"decorative": true, "alt": "landing.hero"') })).toEqual([
    'alt-text landings/default.json blocks[1].image.alt',
  ]);
});

test('An alternative text is enough', () => {
  expect(shortFindings({ [file]: swap('"decorative": true', '"alt": "landing.hero"') })).toEqual([]);
});

test('The name of a file is not an alternative text, in a text of its own or in place', () => {
  const named = (alt: string) => ({ [file]: swap('"decorative": true', `"alt": ${alt}`) });
  const all = (text: string) =>
    JSON.stringify(Object.fromEntries(['en', 'de', 'fr', 'it', 'nl', 'pl', 'sv'].map((language) => [language, text])));
  expect(shortFindings(named(all('wine-29.jpg')))).toEqual(['alt-text landings/default.json blocks[1].image.alt.en']);
  expect(shortFindings(named(all('A gown of wine-red satin')))).toEqual([]);
});
