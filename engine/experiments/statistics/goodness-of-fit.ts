import { chiSquaredTail } from './gamma.ts';
import type { Proportion } from './proportions.ts';

/** P-value of a chi-squared test for equal proportions; 1 without enough data. */
export function differenceP(...proportions: readonly Proportion[]): number {
  if (proportions.length < 2 || proportions.some(({ visitors }) => visitors === 0)) return 1;
  const sumUp = (field: keyof Proportion): number => proportions.reduce((sum, each) => sum + each[field], 0);
  const share = sumUp('conversions') / sumUp('visitors');
  const variance = share * (1 - share);
  if (!(variance > 0)) return 1;
  const statistic = proportions.reduce(
    (sum, { visitors, conversions }) => sum + (conversions - visitors * share) ** 2 / (visitors * variance),
    0,
  );
  return chiSquaredTail(statistic, proportions.length - 1);
}

/** P-value of Kolmogorov's test for the uniform distribution on 0 to 1. */
export function uniformP(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const count = sorted.length;
  const distance = Math.max(
    ...sorted.map((value, index) => Math.max((index + 1) / count - value, value - index / count)),
  );
  // Stephens' correction (1970) makes the limit accurate for few values.
  const root = Math.sqrt(count);
  const scaled = (root + 0.12 + 0.11 / root) * distance;
  if (scaled < 0.2) return 1;
  let p = 0;
  for (let k = 1; k <= 100; k += 1) p += 2 * (k % 2 === 1 ? 1 : -1) * Math.exp(-2 * k * k * scaled * scaled);
  return Math.min(1, Math.max(0, p));
}

/** Distance of a count of successes from its expectation, in standard deviations. */
export function deviation(count: number, trials: number, chance: number): number {
  return (count - trials * chance) / Math.sqrt(trials * chance * (1 - chance));
}
