import type { FrequentistOptions, Test } from './frequentist-test.ts';
import { around, computeEffect, type Proportion } from './proportions.ts';

export interface SequentialOptions extends FrequentistOptions {
  /** Number of visitors, all variations together, at which the interval is narrowest. */
  readonly tuning: number;
}

/**
 * A test that is valid at any time: an asymptotic confidence sequence (Waudby-Smith, Arbour, Sinha, Kennedy and
 * Ramdas, "Time-uniform central limit theory and asymptotic confidence sequences", arXiv 2103.06476, equations 9, 155 and 161).
 * `null` where there is not enough data.
 */
export function sequentialTest(
  control: Proportion,
  treatment: Proportion,
  { difference, alpha, tuning }: SequentialOptions,
): Test | null {
  const effect = computeEffect(control, treatment, difference);
  if (effect === null) return null;
  const visitors = control.visitors + treatment.visitors;
  const { value, standardError } = effect;
  const growth = visitors * rhoSquared(alpha, tuning);
  // In logarithms: e-values of clear effects overflow.
  const logE = ((value / standardError) ** 2 * growth) / (2 * (growth + 1)) - Math.log1p(growth) / 2;
  return {
    ...effect,
    interval: around(value, sequentialFactor(visitors, alpha, tuning) * standardError),
    p: Math.min(1, Math.exp(-logE)),
  };
}

/** Half width of the interval in standard errors. */
export function sequentialFactor(visitors: number, alpha: number, tuning: number): number {
  const growth = visitors * rhoSquared(alpha, tuning);
  return Math.sqrt((2 * (growth + 1) * (Math.log1p(growth) / 2 - Math.log(alpha))) / growth);
}

/** The mixture's spread with the narrowest interval at `tuning` visitors (equation 161). */
function rhoSquared(alpha: number, tuning: number): number {
  const evidence = -2 * Math.log(alpha);
  return (evidence + Math.log(evidence + 1)) / tuning;
}
