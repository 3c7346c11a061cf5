import { normalTail } from './normal.ts';
import type { Proportion } from './proportions.ts';

/** Visitors of two experiments: the outer level is the first one's control and treatment, the inner level the second one's. */
export interface PairedVariations {
  readonly control: { readonly control: Proportion; readonly treatment: Proportion };
  readonly treatment: { readonly control: Proportion; readonly treatment: Proportion };
}

export interface Interaction {
  /** Difference of the second treatment's effect between the first treatment and its control. */
  readonly difference: number;
  /** Two-sided p-value for no interaction. */
  readonly p: number;
}

/** Minimum of visitors with and without a conversion in each cell for the normal approximation (Cochran, 1954). */
const MIN = 5;

/** Difference of two differences of independent rates, in normal approximation; `null` if a cell has too few visitors. */
export function interaction({ control, treatment }: PairedVariations): Interaction | null {
  const cells = [treatment.treatment, treatment.control, control.treatment, control.control];
  if (cells.some(({ visitors, conversions }) => Math.min(conversions, visitors - conversions) < MIN)) return null;
  const [both = 0, first = 0, second = 0, none = 0] = cells.map(({ visitors, conversions }) => conversions / visitors);
  const variance = cells.reduce((sum, { visitors, conversions }) => {
    const rate = conversions / visitors;
    return sum + (rate * (1 - rate)) / visitors;
  }, 0);
  const difference = both - first - (second - none);
  return { difference, p: Math.min(1, 2 * normalTail(Math.abs(difference) / Math.sqrt(variance))) };
}

/** P-values corrected for multiple tests, in their order (Holm, 1979). */
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
