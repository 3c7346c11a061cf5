import { expect, test } from 'vitest';
import { checkSmall, shortFindings, swap } from '#tests/helpers/small-project.ts';

test('A block that does not exist is reported with the nearest name', () => {
  const [finding, ...others] = checkSmall({
    'pages-config/landings/default.json': swap('"type": "hero"', '"type": "heroo"'),
  }).filter(({ rule }) => rule !== 'unused-text');
  expect(others).toEqual([]);
  expect(finding).toMatchObject({ rule: 'unknown-block', line: 10, column: 15, suggestion: 'hero', found: '"heroo"' });
  expect(finding?.expected).toContain('notice');
});

test('A block inside another one must be one of those allowed there', () => {
  const inner = '"grade": "dark" },\n      "blocks": [{ "id": "inner", "type": "faq" }]';
  const [finding] = checkSmall({ 'pages-config/landings/default.json': swap('"grade": "dark" }', inner) });
  expect(finding).toMatchObject({ rule: 'unknown-block', path: 'blocks[1].blocks[0].type' });
  expect(finding?.message).toBe('The block "faq" cannot be here.');
});

test('An unknown block in a change is reported in the change', () => {
  const insert = '{ "op": "insert", "after": "hero", "blocks": [{ "id": "x", "type": "notise" }] }';
  expect(
    shortFindings({
      'pages-config/landings/summer.json': swap('{ "op": "document", "set": { "theme": "ink" } }', insert),
    }),
  ).toEqual(['unknown-block landings/summer.json changes[1].blocks[0].type']);
});

test.each(['constructor', 'toString', '__proto__'])(
  'A property of every object, such as "%s", is an unknown block',
  (name) => {
    const findings = checkSmall({ 'pages-config/landings/default.json': swap('"type": "hero"', `"type": "${name}"`) });
    expect(findings.filter(({ rule }) => rule !== 'unused-text')).toMatchObject([
      { rule: 'unknown-block', found: `"${name}"` },
    ]);
  },
);
