/** Visitors of a variation, and their conversions. */
export interface Proportion {
  readonly visitors: number;
  readonly conversions: number;
}

/** `absolute` is the difference of the rates; `relative` is that difference as a share of the control's rate. */
export type DifferenceType = 'absolute' | 'relative';

/** Effect of a treatment on a rate, with its uncertainty. */
export interface EffectEstimate {
  readonly value: number;
  readonly standardError: number;
  /** Welch–Satterthwaite degrees of freedom. */
  readonly degrees: number;
}

/**
 * The effect of a treatment against its control. `null` without variance: for a variation without visitors, or one in
 * which no visitor or every visitor converted.
 */
export function computeEffect(
  control: Proportion,
  treatment: Proportion,
  difference: DifferenceType,
): EffectEstimate | null {
  const base = computeMean(control);
  const other = computeMean(treatment);
  if (base === null || other === null) return null;
  const absolute = base.variance + other.variance;
  // Welch's degrees of freedom come from the two rates, for relative effects too, as GrowthBook has it.
  const degrees =
    absolute ** 2 / (base.variance ** 2 / (control.visitors - 1) + other.variance ** 2 / (treatment.visitors - 1));
  if (difference === 'absolute') return { value: other.rate - base.rate, standardError: Math.sqrt(absolute), degrees };
  // Delta method for a ratio of independent means.
  const variance = other.variance / base.rate ** 2 + (base.variance * other.rate ** 2) / base.rate ** 4;
  return { value: (other.rate - base.rate) / base.rate, standardError: Math.sqrt(variance), degrees };
}

function computeMean({
  visitors,
  conversions,
}: Proportion): { readonly rate: number; readonly variance: number } | null {
  if (visitors < 2 || conversions <= 0 || conversions >= visitors) return null;
  const rate = conversions / visitors;
  return { rate, variance: (rate * (1 - rate)) / visitors };
}

export type Interval = readonly [low: number, high: number];

/** The interval of `half` to both sides of `value`. */
export function around(value: number, half: number): Interval {
  return [value - half, value + half];
}
