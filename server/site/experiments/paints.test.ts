import { expect, test } from 'vitest';
import { computePaints, paintStep } from './paints.ts';

const counted = (times: readonly number[]): ReadonlyMap<number, number> => {
  const steps = new Map<number, number>();
  for (const time of times) steps.set(paintStep(time), (steps.get(paintStep(time)) ?? 0) + 1);
  return steps;
};

test('Counted in steps, three of four pages were painted by the same time as counted one by one, to 5 %', () => {
  for (const typical of [80, 400, 1700, 9000]) {
    const times = Array.from({ length: 1000 }, (_, index) => typical * (0.5 + index / 1000));
    const exact = times[749] ?? 0;
    expect(Math.abs((computePaints(counted(times))?.p75 ?? 0) / exact - 1)).toBeLessThan(0.05);
  }
});

test('The pages are counted, and nothing is reported without any', () => {
  expect(computePaints(new Map())).toBeNull();
  expect(computePaints(counted([900, 1000, 1100]))).toMatchObject({ pages: 3 });
});

test('What is faster or slower than anything measured belongs to the first or the last step', () => {
  expect([paintStep(0), paintStep(1), paintStep(50), paintStep(60_000), paintStep(1e9)]).toEqual([0, 0, 0, 75, 75]);
});
