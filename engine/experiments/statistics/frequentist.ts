import { around, type Difference, type Effect, effectOf, type Interval, type Proportion } from './proportions.ts';
import { studentQuantile, studentTail } from './student-t.ts';

export interface Test extends Effect {
  /** Holds the true effect with probability 1 − alpha. */
  readonly interval: Interval;
  /** Two-sided: how likely figures at least as far from zero are where there is no effect. */
  readonly p: number;
}

export interface FrequentistOptions {
  readonly difference: Difference;
  /** How often a test may find an effect where there is none; between 0 and 1. */
  readonly alpha: number;
}

/**
 * Welch's t-test of two rates. Its promise holds for one look at the planned end; who looks every day and stops at the first
 * good one is fooled far more often than `alpha` says: take `sequentialTest`. `null` where there is not enough data.
 */
export function frequentistTest(
  control: Proportion,
  treatment: Proportion,
  { difference, alpha }: FrequentistOptions,
): Test | null {
  const effect = effectOf(control, treatment, difference);
  if (effect === null) return null;
  const { value, standardError, degrees } = effect;
  return {
    ...effect,
    interval: around(value, studentQuantile(1 - alpha / 2, degrees) * standardError),
    p: 2 * studentTail(Math.abs(value) / standardError, degrees),
  };
}
