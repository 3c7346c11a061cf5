import { normalTail } from './normal.ts';
import type { Proportion } from './proportions.ts';

/** Visitors who met two experiments: by the first one's control and treatment, in the second one's control and treatment. */
export interface MetArms {
  readonly control: { readonly control: Proportion; readonly treatment: Proportion };
  readonly treatment: { readonly control: Proportion; readonly treatment: Proportion };
}

export interface Interaction {
  /** By how much the second treatment moves the rate more among those of the first treatment than among those of its control. */
  readonly difference: number;
  /** Two-sided: how likely as much is when neither changes what the other does. */
  readonly p: number;
}

/** Below so many with and without a conversion in each cell, a rate is not near enough to the normal distribution (Cochran, 1954). */
const LEAST = 5;

/** Difference of two differences of independent rates, by the normal distribution; `null` where a cell holds too few for it. */
export function interaction({ control, treatment }: MetArms): Interaction | null {
  const cells = [treatment.treatment, treatment.control, control.treatment, control.control];
  if (cells.some(({ visitors, conversions }) => Math.min(conversions, visitors - conversions) < LEAST)) return null;
  const [both = 0, first = 0, second = 0, none = 0] = cells.map(({ visitors, conversions }) => conversions / visitors);
  const variance = cells.reduce((sum, { visitors, conversions }) => {
    const rate = conversions / visitors;
    return sum + (rate * (1 - rate)) / visitors;
  }, 0);
  const difference = both - first - (second - none);
  return { difference, p: Math.min(1, 2 * normalTail(Math.abs(difference) / Math.sqrt(variance))) };
}

/** P-values as they count among so many questions at once, in the order they were given (Holm, 1979). */
export function adjustedByHolm(ps: readonly number[]): readonly number[] {
  const order = ps.map((p, index) => ({ p, index })).toSorted((a, b) => a.p - b.p);
  const adjusted = ps.map(() => 1);
  let least = 0;
  for (const [rank, { p, index }] of order.entries()) {
    least = Math.max(least, Math.min(1, p * (ps.length - rank)));
    adjusted[index] = least;
  }
  return adjusted;
}
