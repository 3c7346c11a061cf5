import { expect, test } from 'vitest';
import { fitLine } from './fit-line.ts';

test('values on a line have its slope without an error, and a level has none', () => {
  expect(fitLine([3, 5, 7, 9])).toEqual({ slope: 2, error: 0 });
  expect(fitLine([4, 4, 4])).toEqual({ slope: 0, error: 0 });
});

test('the error is that of the textbook, and two values say nothing about it', () => {
  // Residuals of 1, 3, 2, 5 about 1.1 + 1.1 x: -0.1, 0.8, -1.3, 0.6; their squares add up to 2.7.
  const { slope, error } = fitLine([1, 3, 2, 5]);
  expect(slope).toBeCloseTo(1.1, 10);
  expect(error).toBeCloseTo(Math.sqrt(2.7 / 2 / 5), 10);
  expect(fitLine([1, 2]).error).toBeNaN();
});
