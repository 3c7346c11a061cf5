import { expect, test } from 'vitest';
import { parseSource } from './source.ts';

const listProblems = (text: string) => parseSource('a.json', text).problems.map(({ kind }) => kind);

test.each([
  ['a quote, a colon and a brace inside of a text', '{ "a": "\\": {", "b": "c:" }'],
  ['backslashes before the quote that closes a text', '{ "a\\\\": 1, "b": "c\\\\" , "d" : "\\\\\\"" }'],
  ['a blank line between a key and its colon', '{ "a"\n\n\t: [{ "a": null }, "a"] }'],
  ['the same key in two objects', '{ "a": { "a": 1 }, "b": { "a": -2.5e3 } }'],
  ['a key that is a number, and one that is empty', '{ "2": 1, "1": 2, "": 3 }'],
  ['an escape that hides nothing', '{ "a": "\\u00e9" }'],
])('%s is no mistake, and read as it is written', (_, text) => {
  const { value, problems } = parseSource('a.json', text);
  expect([value, problems]).toEqual([JSON.parse(text), []]);
});

test('What the runtime reads without a word is found all the same', () => {
  expect(listProblems('{ "a": 1, "a": 1 }')).toEqual(['duplicate-key']);
  expect(listProblems('{ "b": [{ "a": "x", "\\u0061": "y" }] }')).toEqual(['duplicate-key']);
  expect(listProblems('{ "constructor": 1 }')).toEqual(['forbidden-key']);
  expect(listProblems('{ "__pro\\u0074o__": 1 }')).toEqual(['forbidden-key']);
  expect(listProblems('{ "a": "\\ud800" }')).toEqual(['syntax']);
  expect(listProblems(`${'['.repeat(101)}${']'.repeat(101)}`)).toEqual(['depth']);
  expect(listProblems(`${'['.repeat(100)}${']'.repeat(100)}`)).toEqual([]);
});
