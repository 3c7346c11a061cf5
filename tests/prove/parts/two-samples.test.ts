import { expect, test } from 'vitest';
import { seeded } from './seeded.ts';
import { holm, kolmogorovSmirnov, welch } from './two-samples.ts';

const random = seeded(7);
const sample = (size: number, shift = 0, spread = 1): readonly number[] =>
  Array.from({ length: size }, () => {
    const radius = Math.sqrt(-2 * Math.log(1 - random()));
    return shift + spread * radius * Math.cos(2 * Math.PI * random());
  });

test('samples of one distribution are found different as rarely as alpha says', () => {
  const found = { ks: 0, welch: 0 };
  for (let round = 0; round < 400; round += 1) {
    const [one, other] = [sample(200), sample(200)];
    if (kolmogorovSmirnov(one, other) < 0.05) found.ks += 1;
    if (welch(one, other) < 0.05) found.welch += 1;
  }
  expect(found.ks / 400).toBeLessThan(0.09);
  expect(found.welch / 400).toBeLessThan(0.09);
  expect(found.welch / 400).toBeGreaterThan(0.01);
});

test('another mean is found by both, another spread by Kolmogorov and Smirnov', () => {
  const [plain, shifted, wide] = [sample(500), sample(500, 0.5), sample(500, 0, 2)];
  expect(welch(plain, shifted)).toBeLessThan(1e-6);
  expect(kolmogorovSmirnov(plain, shifted)).toBeLessThan(1e-6);
  expect(kolmogorovSmirnov(plain, wide)).toBeLessThan(1e-6);
});

test('known probabilities come out', () => {
  // z = 1.959964 and 3.290527 leave 5 % and 1 ‰ in both tails.
  const atZ = (z: number): number =>
    welch(
      [-1, 1, -1, 1].map((each) => each + z * Math.sqrt(2 / 3)),
      [-1, 1, -1, 1],
    );
  expect(atZ(1.959964)).toBeCloseTo(0.05, 5);
  expect(atZ(3.290527)).toBeCloseTo(0.001, 6);
  expect(kolmogorovSmirnov([1, 2, 3], [1, 2, 3])).toBe(1);
});

test('Holm steps down from the least probability and stops at the first that is too great', () => {
  expect(holm([0.01, 0.04, 0.03, 0.005], 0.05)).toEqual([true, false, false, true]);
  expect(holm([0.5], 0.05)).toEqual([false]);
});
