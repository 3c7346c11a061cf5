import { chiSquaredTail } from './gamma.ts';
import type { Proportion } from './proportions.ts';

/** Two-sided p-value of a pooled test of two proportions; 1 where nothing can be told. */
export function differenceP(one: Proportion, other: Proportion): number {
  if (one.visitors === 0 || other.visitors === 0) return 1;
  const visitors = one.visitors + other.visitors;
  const share = (one.conversions + other.conversions) / visitors;
  const variance = share * (1 - share) * (1 / one.visitors + 1 / other.visitors);
  if (!(variance > 0)) return 1;
  const difference = one.conversions / one.visitors - other.conversions / other.visitors;
  return chiSquaredTail(difference ** 2 / variance, 1);
}

/** How likely values are when they come from the uniform distribution on 0 to 1: the p-value of Kolmogorov's test. */
export function uniformP(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const count = sorted.length;
  const distance = Math.max(
    ...sorted.map((value, index) => Math.max((index + 1) / count - value, value - index / count)),
  );
  // Stephens' correction (1970) makes the limit good from a handful of values on.
  const root = Math.sqrt(count);
  const scaled = (root + 0.12 + 0.11 / root) * distance;
  if (scaled < 0.2) return 1;
  let p = 0;
  for (let k = 1; k <= 100; k += 1) p += 2 * (k % 2 === 1 ? 1 : -1) * Math.exp(-2 * k * k * scaled * scaled);
  return Math.min(1, Math.max(0, p));
}

/** How many standard deviations a count of successes is from what is expected. */
export function deviation(count: number, trials: number, chance: number): number {
  return (count - trials * chance) / Math.sqrt(trials * chance * (1 - chance));
}
