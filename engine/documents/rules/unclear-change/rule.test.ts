import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

const change = (text: string) => ({
  'pages-config/landings/summer.json': swap('{ "op": "document", "set": { "theme": "ink" } }', text),
});

test('An insertion must say where', () => {
  const [finding, ...others] = checkSmall(
    change('{ "op": "insert", "blocks": [{ "id": "x", "type": "rich-text", "title": "landing.steps" }] }'),
  );
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'unclear-change', line: 8, column: 5, path: 'changes[1]' });
});

test('A move can name only one place', () => {
  expect(shortFindings(change('{ "op": "move", "block": "steps", "before": "hero", "after": "hero" }'))).toEqual([
    'unclear-change landings/summer.json changes[1].after',
  ]);
});

test('The type of a block is changed by replacing it', () => {
  const [finding] = checkSmall(
    change('{ "op": "set", "block": "steps", "props": { "type": "faq" }, "pin": "000000000000" }'),
  );
  expect(finding).toMatchObject({ rule: 'unclear-change' });
  expect(finding?.message).toContain('Use "replace"');
});

test('The use of a fragment has no props', () => {
  const [finding] = checkSmall(
    change('{ "op": "set", "block": "header", "props": { "overlay": true }, "pin": "000000000000" }'),
  );
  expect(finding?.message).toContain('"header/…"');
});
