import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rewriteJson } from './rewrite-json.ts';

const block = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd'), title: fc.string() }, { requiredKeys: ['id'] });
const blocks = fc.uniqueArray(block, { selector: ({ id }) => id });
const document = fc.record(
  { theme: fc.string(), blocks, words: fc.array(fc.constantFrom('x', 'y')) },
  { requiredKeys: [] },
);

describe('a rewritten document', () => {
  test.each([0, 2])('says what it is to say, written with an indentation of %i', (indentation) => {
    fc.assert(
      fc.property(document, document, (before, after) => {
        const text = JSON.stringify(before, null, indentation);
        expect(JSON.parse(rewriteJson(text, before, after))).toEqual(after);
      }),
    );
  });

  test('what did not change keeps its bytes when its neighbours go', () => {
    const text = '{\n  "blocks": [\n    { "id": "a" },\n    { "id":  "b" },\n    { "id": "c" }\n  ]\n}\n';
    const { blocks: all } = JSON.parse(text);
    const without = (index: number) => rewriteJson(text, { blocks: all }, { blocks: all.toSpliced(index, 1) });
    expect(without(2)).toBe(text.replace(',\n    { "id": "c" }', ''));
    expect(without(0)).toBe(text.replace('{ "id": "a" },\n    ', ''));
  });
});
