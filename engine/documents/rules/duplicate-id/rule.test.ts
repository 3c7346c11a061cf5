import { expect, test } from 'vitest';
import { findingsOf, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('Two blocks of one document cannot have the same id', () => {
  const [finding, ...others] = findingsOf({
    'pages-config/landings/default.json': (text) =>
      swap('#steps', '#hero')(swap('"id": "steps"', '"id": "hero"')(text)),
    'pages-config/pages/about-us.json': swap('#steps', '#hero'),
  });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'duplicate-id', line: 16, path: 'blocks[2].id' });
});

test('A variant that inserts an id of its base is told at the change', () => {
  const insert =
    '{ "op": "insert", "after": "hero", "blocks": [{ "id": "steps", "type": "rich-text", "title": "landing.steps" }] }';
  expect(
    shortFindings({
      'pages-config/landings/summer.json': swap('{ "op": "document", "set": { "theme": "ink" } }', insert),
    }),
  ).toEqual(['duplicate-id landings/default.json blocks[2].id']);
});

test('Blocks of a fragment have ids of their own', () => {
  expect(shortFindings({ 'pages-config/fragments/header.json': swap('"id": "bar"', '"id": "hero"') })).toEqual([]);
});
