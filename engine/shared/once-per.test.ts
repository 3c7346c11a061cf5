import { expect, test } from 'vitest';
import { memoizePer } from './once-per.ts';

test('each key is made once, and gets what was made for it', () => {
  const made: string[] = [];
  const upper = memoizePer((key: string) => {
    made.push(key);
    return { name: key.toUpperCase() };
  });
  const [first, other, again] = ['a', 'b', 'a'].map(upper);
  expect([first, other]).toEqual([{ name: 'A' }, { name: 'B' }]);
  expect(again).toBe(first);
  expect(made).toEqual(['a', 'b']);
});
