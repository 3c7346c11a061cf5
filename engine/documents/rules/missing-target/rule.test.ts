import { expect, test } from 'vitest';
import { findingsOf, shortFindings, swap } from '#tests/helpers/small-project.ts';

const file = 'pages-config/landings/summer.json';

test('A change of a block that the base does not have is reported with the nearest id', () => {
  const [finding, ...others] = findingsOf({ [file]: swap('"block": "hero"', '"block": "hreo"') });
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
