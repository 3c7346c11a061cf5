import { expect, test } from 'vitest';
import { findClickedText } from './find-clicked-text.ts';

const texts = ['How it works', 'Five steps|from the street', 'At up to {claims.discount} <em>off</em>. Free.', ''];

test.each([
  ['Five steps from the\n street', 1],
  ['At up to 75% off . Free.', 2],
  ['How it works', 0],
  ['Something else', -1],
  ['', 3],
])('a click on "%s" finds its text', (clicked, index) => {
  expect(findClickedText(texts, clicked)).toBe(index);
});
