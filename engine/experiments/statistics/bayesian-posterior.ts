import { normalQuantile, normalTail, positivePart } from './normal.ts';
import { around, type DifferenceType, computeEffect, type Interval, type Proportion } from './proportions.ts';

/** Prior of relative effects: a normal distribution. */
export interface Prior {
  readonly mean: number;
  readonly variance: number;
}

export interface BayesianOptions {
  readonly difference: DifferenceType;
  /** The credible interval contains 1 − alpha of the posterior. */
  readonly alpha: number;
  /** `null` for a flat prior. */
  readonly prior: Prior | null;
}

export interface Posterior {
  readonly value: number;
  readonly standardError: number;
  readonly interval: Interval;
  /** Probability that the treatment is better than the control. */
  readonly chanceToWin: number;
  /** Expected loss, in units of the effect, of choosing the control and of choosing the treatment. */
  readonly risk: { readonly control: number; readonly treatment: number };
}

/** Posterior of a treatment's effect, in normal approximation. `null` without enough data. */
export function bayesianPosterior(
  control: Proportion,
  treatment: Proportion,
  { difference, alpha, prior }: BayesianOptions,
): Posterior | null {
  const effect = computeEffect(control, treatment, difference);
  if (effect === null) return null;
  // Priors speak of relative effects: for absolute ones they are scaled by the control's rate.
  const scale = difference === 'absolute' ? control.conversions / control.visitors : 1;
  const { value, standardError } = posterior(effect, prior, scale);
  return {
    value,
    standardError,
    interval: around(value, normalQuantile(1 - alpha / 2) * standardError),
    chanceToWin: normalTail(-value / standardError),
    risk: { control: positivePart(value, standardError), treatment: positivePart(-value, standardError) },
  };
}

function posterior(
  effect: { readonly value: number; readonly standardError: number },
  prior: Prior | null,
  scale: number,
): { readonly value: number; readonly standardError: number } {
  if (prior === null) return effect;
  const data = 1 / effect.standardError ** 2;
  const precision = 1 / (prior.variance * scale ** 2);
  return {
    value: (effect.value * data + prior.mean * scale * precision) / (data + precision),
    standardError: Math.sqrt(1 / (data + precision)),
  };
}
