import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('Two blocks of one document cannot have the same id', () => {
  const [finding, ...others] = checkSmall({
    'pages-config/landings/default.json': (text) =>
      swap('#steps', '#hero')(swap('"id": "steps"', '"id": "hero"')(text)),
    'pages-config/pages/about-us.json': swap('#steps', '#hero'),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'duplicate-id', line: 16, path: 'blocks[2].id' });
});

test('A variant that inserts an id of its base is reported at the change', () => {
  const insert =
    '{ "op": "insert", "after": "hero", "blocks": [{ "id": "steps", "type": "rich-text", "title": "landing.steps" }] }';
  expect(
    shortFindings({
      'pages-config/landings/summer.json': swap('{ "op": "document", "set": { "theme": "ink" } }', insert),
    }),
  ).toEqual(['duplicate-id landings/summer.json changes[1].blocks[0].id']);
});

test('Blocks of a fragment have ids of their own', () => {
  expect(shortFindings({ 'pages-config/fragments/header.json': swap('"id": "bar"', '"id": "hero"') })).toEqual([]);
});

test('An id given twice in a base is reported at the base, not at a variant that inherits it', () => {
  const findings = checkSmall({
    'pages-config/landings/default.json': swap('"id": "steps"', '"id": "hero"'),
    'pages-config/landings/autumn.json': { version: 4, slug: 'autumn', extends: 'landings/default', changes: [] },
  });
  expect(findings.filter(({ rule }) => rule === 'duplicate-id').map(({ message }) => message)).toEqual([
    'The id "hero" is given to two blocks of "landings/default".',
  ]);
});
