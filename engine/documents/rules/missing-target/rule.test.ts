import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/landings/summer.json';

test('A change of a block that the base does not have is reported with the nearest id', () => {
  const [finding, ...others] = checkSmall({ [file]: swap('"block": "hero"', '"block": "hreo"') });
  expect(others).toEqual([]);
  expect(finding).toMatchObject({
    rule: 'missing-target',
    line: 7,
    column: 29,
    path: 'changes[0].block',
    suggestion: 'hero',
  });
});

test('A block that an earlier change took out cannot be found any more', () => {
  const changes =
    '{ "op": "remove", "block": "hero", "pin": "000000000000" }, { "op": "move", "block": "steps", "before": "hero" }';
  expect(shortFindings({ [file]: swap('{ "op": "document", "set": { "theme": "ink" } }', changes) })).toContain(
    'missing-target landings/summer.json changes[2].before',
  );
});

test('Blocks of a fragment are reached by the id of its use', () => {
  const change = '{ "op": "set", "block": "header/bar", "props": { "overlay": true }, "pin": "44136fa355b3" }';
  expect(shortFindings({ [file]: swap('{ "op": "document", "set": { "theme": "ink" } }', change) })).toEqual([]);
});

test('A block of a base that lost its id is reported there, once for all variants that change it', () => {
  const base = swap('"id": "hero"', '"id": "hero2"');
  const other = (text: string) => text.replace('"slug": "summer"', '"slug": "winter"');
  const [first] = checkSmall({ 'pages-config/landings/default.json': base });
  expect(first).toMatchObject({ rule: 'missing-target', file });
  expect(
    checkSmall({
      'pages-config/landings/default.json': base,
      'pages-config/landings/winter.json': other(readFileSync(`tests/invalid-projects/project/${file}`, 'utf8')),
    }),
  ).toEqual([
    expect.objectContaining({
      rule: 'missing-target',
      file: 'pages-config/landings/default.json',
      path: 'blocks[1].id',
      suggestion: 'hero',
    }),
  ]);
});
