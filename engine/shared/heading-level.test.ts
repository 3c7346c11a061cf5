import { expect, test } from 'vitest';
import { readHeadingLevel } from './heading-level.ts';

const block = { level: 2, title: 'a', sections: [{ title: 'b' }, { title: 'c', level: 4 }] };

test('A number is the level itself', () => {
  expect(readHeadingLevel(3, block, ['title'])).toBe(3);
});

test('A name is the property beside the text', () => {
  expect(readHeadingLevel('level', block, ['title'])).toBe(2);
  expect(readHeadingLevel('level', block, ['sections', 1, 'title'])).toBe(4);
});

test('Without such a property beside it, the nearest object around the text counts', () => {
  expect(readHeadingLevel('level', block, ['sections', 0, 'title'])).toBe(2);
});

test('"+1" is one level below', () => {
  expect(readHeadingLevel('level+1', block, ['sections', 0, 'title'])).toBe(3);
});

test('A property that is not there gives no level', () => {
  expect(readHeadingLevel('depth', block, ['title'])).toBeUndefined();
});

test('a level below a title is the level itself where there is no title', () => {
  expect(readHeadingLevel('level+title', { ...block, level: 3 }, ['sections', 0, 'title'])).toBe(4);
  expect(readHeadingLevel('level+title', { ...block, level: 3, title: undefined }, ['sections', 0, 'title'])).toBe(3);
});
