import {
  bayesianPosterior,
  frequentistTest,
  type Proportion,
  sequentialTest,
} from '#engine/experiments/statistics/index.ts';
import type { EffectResult, Method } from './figures.ts';

export interface Judging {
  readonly alpha: number;
  readonly tuning: number;
  readonly method: Method;
}

/** Effect of a treatment against the control; `null` without enough data. */
export function judgeEffect(
  control: Proportion,
  treatment: Proportion,
  { alpha, tuning, method }: Judging,
): EffectResult | null {
  const options = { difference: 'relative', alpha, tuning, prior: null } as const;
  const posterior = bayesianPosterior(control, treatment, options);
  if (posterior === null) return null;
  const { value, interval, chanceToWin } = posterior;
  if (method === 'bayesian') return { value, interval, p: null, chanceToWin };
  const test = method === 'sequential' ? sequentialTest : frequentistTest;
  const found = test(control, treatment, options);
  return found && { value: found.value, interval: found.interval, p: found.p, chanceToWin };
}
