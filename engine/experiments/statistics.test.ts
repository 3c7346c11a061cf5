import { expect, test } from 'vitest';
import { chiSquaredTail, deviation, differenceP, sampleRatioP, uniformP } from './statistics.ts';

test.each([
  [3.841, 1, 0.05],
  [6.635, 1, 0.01],
  [10.828, 1, 0.001],
  [5.991, 2, 0.05],
  [18.307, 10, 0.05],
])('chi-squared of %d with %i degrees of freedom leaves a tail of %d, as tables say', (value, degrees, tail) => {
  expect(chiSquaredTail(value, degrees)).toBeCloseTo(tail, 4);
});

test('counts that fit their shares are likely, a lost per cent of many is not', () => {
  expect(sampleRatioP([5000, 5000], [0.5, 0.5])).toBe(1);
  expect(sampleRatioP([5000, 5050], [1, 1])).toBeGreaterThan(0.5);
  expect(sampleRatioP([50_000, 49_000], [0.5, 0.5])).toBeLessThan(0.002);
});

test('equal proportions differ by chance alone, one and a half times as many do not', () => {
  expect(differenceP({ visitors: 1000, conversions: 100 }, { visitors: 1000, conversions: 100 })).toBe(1);
  expect(differenceP({ visitors: 1000, conversions: 100 }, { visitors: 1000, conversions: 150 })).toBeLessThan(0.001);
  expect(differenceP({ visitors: 0, conversions: 0 }, { visitors: 1000, conversions: 150 })).toBe(1);
});

test('even values are uniform, values that lean to one side are not', () => {
  const even = Array.from({ length: 500 }, (_, index) => (index + 0.5) / 500);
  expect(uniformP(even)).toBeGreaterThan(0.99);
  expect(uniformP(even.map((value) => value ** 1.5))).toBeLessThan(0.001);
});

test('a deviation counts standard deviations', () => {
  expect(deviation(550, 1000, 0.5)).toBeCloseTo(3.162, 3);
});
