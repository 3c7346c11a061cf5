import { normalQuantile } from './normal.ts';
import type { DifferenceType } from './proportions.ts';
import { sequentialFactor } from './sequential.ts';

/** Parameters of the target sample size. */
export interface Plan {
  /** Expected rate of the control; between 0 and 1. */
  readonly baseline: number;
  /** Probability of a false positive. */
  readonly alpha: number;
  /** Statistical power; usually 0.8. */
  readonly power: number;
  /** Share of visitors in the control; the rest is in the treatment. */
  readonly controlShare: number;
  /** Kind of the effect: relative ones include the control's uncertainty and need more visitors. */
  readonly difference: DifferenceType;
  /** `sequential` allows repeated analyses and needs more visitors. */
  readonly method: 'fixed' | 'sequential';
}

/** Upper limit of the search. */
const MAX_VISITORS = 1e12;

/**
 * Sample size of both variations together that detects a relative effect (0.05 is 5 % more) with the plan's power. `null` if none
 * does: without an effect, or with a rate outside 0 to 1.
 */
export function visitorsNeeded(plan: Plan, effect: number): number | null {
  const rate = plan.baseline * (1 + effect);
  if (effect === 0 || rate <= 0 || rate >= 1) return null;
  const enough = (visitors: number): boolean => isFound(plan, visitors, effect);
  if (!enough(MAX_VISITORS)) return null;
  let few = 1;
  let many = MAX_VISITORS;
  while (many - few > 1) {
    const middle = Math.floor((few + many) / 2);
    if (enough(middle)) many = middle;
    else few = middle;
  }
  return many;
}

/** Minimum detectable relative uplift of a sample size of both variations together, with the plan's power; `null` if there is none. */
export function minimumDetectableEffect(plan: Plan, visitors: number): number | null {
  const largest = (1 / plan.baseline - 1) * (1 - 1e-9);
  if (!isFound(plan, visitors, largest)) return null;
  let missed = 0;
  let found = largest;
  for (let step = 0; step < 100 && found - missed > found * 1e-12; step += 1) {
    const middle = (missed + found) / 2;
    if (isFound(plan, visitors, middle)) found = middle;
    else missed = middle;
  }
  return found;
}

function isFound(plan: Plan, visitors: number, effect: number): boolean {
  const { baseline, alpha, power, controlShare, difference, method } = plan;
  const computeVariance = (rate: number, share: number): number => (rate * (1 - rate)) / (visitors * share);
  const control = computeVariance(baseline, controlShare);
  const treatment = computeVariance(baseline * (1 + effect), 1 - controlShare);
  // A sequential test is tuned to the planned end.
  const critical = method === 'fixed' ? normalQuantile(1 - alpha / 2) : sequentialFactor(visitors, alpha, visitors);
  if (difference === 'absolute')
    return Math.abs(effect) * baseline >= (critical + normalQuantile(power)) * Math.sqrt(control + treatment);
  const ratio = foundFrom(critical, Math.sign(effect), { baseline, control, visitors: visitors * (1 - controlShare) });
  // Fieller: the ratio of two rates exceeds `ratio` if their difference, weighted by it, exceeds zero.
  const distance = Math.abs(1 + effect - ratio) * baseline;
  const isBeyond = Math.sign(1 + effect - ratio) === Math.sign(effect);
  return isBeyond && distance >= normalQuantile(power) * Math.sqrt(treatment + ratio ** 2 * control);
}

/**
 * The smallest ratio of rates that a test of relative effects detects. Its standard error grows with the observed
 * ratio, so the equation is solved by a few iterations.
 */
function foundFrom(
  critical: number,
  sign: number,
  { baseline, control, visitors }: { readonly baseline: number; readonly control: number; readonly visitors: number },
): number {
  let ratio = 1;
  for (let round = 0; round < 30; round += 1) {
    const rate = Math.min(1, Math.max(0, baseline * ratio));
    const variance = (rate * (1 - rate)) / visitors + ratio ** 2 * control;
    ratio = 1 + (sign * critical * Math.sqrt(variance)) / baseline;
  }
  return ratio;
}
