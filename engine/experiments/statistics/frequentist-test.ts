import {
  around,
  type DifferenceType,
  type EffectEstimate,
  computeEffect,
  type Interval,
  type Proportion,
} from './proportions.ts';
import { studentQuantile, studentTail } from './student-t.ts';

export interface Test extends EffectEstimate {
  /** Contains the true effect with probability 1 − alpha. */
  readonly interval: Interval;
  /** Two-sided p-value. */
  readonly p: number;
}

export interface FrequentistOptions {
  readonly difference: DifferenceType;
  /** Probability of a false positive; between 0 and 1. */
  readonly alpha: number;
}

/**
 * Welch's t-test of two rates. It is valid for one analysis at the planned end; repeated analyses with early stopping
 * have far more false positives than `alpha`: use `sequentialTest`. `null` without enough data.
 */
export function frequentistTest(
  control: Proportion,
  treatment: Proportion,
  { difference, alpha }: FrequentistOptions,
): Test | null {
  const effect = computeEffect(control, treatment, difference);
  if (effect === null) return null;
  const { value, standardError, degrees } = effect;
  return {
    ...effect,
    interval: around(value, studentQuantile(1 - alpha / 2, degrees) * standardError),
    p: 2 * studentTail(Math.abs(value) / standardError, degrees),
  };
}
