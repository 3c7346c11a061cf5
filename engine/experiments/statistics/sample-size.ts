import { normalQuantile } from './normal.ts';
import type { Difference } from './proportions.ts';
import { sequentialFactor } from './sequential.ts';

/** What an experiment is planned by. */
export interface Plan {
  /** The control's rate as it is expected; between 0 and 1. */
  readonly baseline: number;
  /** How often an effect may be found where there is none. */
  readonly alpha: number;
  /** How often the effect is to be found where it is; 0.8 by custom. */
  readonly power: number;
  /** Share of the visitors who see the control; the treatment sees the rest. */
  readonly controlShare: number;
  /** What is tested: relative effects have the control's own uncertainty in them, and need more visitors. */
  readonly difference: Difference;
  /** `sequential` may be looked at every day and needs more visitors for it. */
  readonly method: 'fixed' | 'sequential';
}

/** More visitors than a site will ever see: the end of the search. */
const MOST_VISITORS = 1e12;

/**
 * Visitors, both arms together, with whom a relative effect (0.05 is 5 % more) is found with the plan's power. `null` where no
 * number of visitors does: no effect, or a rate that would leave 0 to 1.
 */
export function visitorsNeeded(plan: Plan, effect: number): number | null {
  const rate = plan.baseline * (1 + effect);
  if (effect === 0 || rate <= 0 || rate >= 1) return null;
  const enough = (visitors: number): boolean => isFound(plan, visitors, effect);
  if (!enough(MOST_VISITORS)) return null;
  let few = 1;
  let many = MOST_VISITORS;
  while (many - few > 1) {
    const middle = Math.floor((few + many) / 2);
    if (enough(middle)) many = middle;
    else few = middle;
  }
  return many;
}

/** The smallest relative uplift that so many visitors, both arms together, find with the plan's power; `null` where none is. */
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
  const varianceOf = (rate: number, share: number): number => (rate * (1 - rate)) / (visitors * share);
  const control = varianceOf(baseline, controlShare);
  const treatment = varianceOf(baseline * (1 + effect), 1 - controlShare);
  // A sequential test is tuned to the end that is planned.
  const critical = method === 'fixed' ? normalQuantile(1 - alpha / 2) : sequentialFactor(visitors, alpha, visitors);
  if (difference === 'absolute')
    return Math.abs(effect) * baseline >= (critical + normalQuantile(power)) * Math.sqrt(control + treatment);
  const ratio = foundFrom(critical, Math.sign(effect), { baseline, control, visitors: visitors * (1 - controlShare) });
  // Fieller: the ratio of two rates is beyond `ratio` when their difference, weighted by it, is beyond zero.
  const distance = Math.abs(1 + effect - ratio) * baseline;
  const isBeyond = Math.sign(1 + effect - ratio) === Math.sign(effect);
  return isBeyond && distance >= normalQuantile(power) * Math.sqrt(treatment + ratio ** 2 * control);
}

/**
 * The ratio of rates from which on a test of relative effects finds one. Its standard error grows with the ratio that is
 * observed, so that the ratio is on both sides; a few rounds settle it.
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
