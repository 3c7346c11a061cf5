import { chiSquaredTail } from './gamma.ts';

/** P-value of the test for a sample ratio mismatch: a chi-squared test of fit against expected shares. */
export function sampleRatioP(counts: readonly number[], shares: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  if (total === 0 || whole === 0) return 1;
  const statistic = counts.reduce((sum, count, index) => {
    const expected = (total * (shares[index] ?? 0)) / whole;
    return expected === 0 ? sum : sum + (count - expected) ** 2 / expected;
  }, 0);
  return chiSquaredTail(statistic, counts.length - 1);
}
