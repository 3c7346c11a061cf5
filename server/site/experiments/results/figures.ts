import type { Interval, Proportion } from '#engine/experiments/statistics/index.ts';
import type { Paints } from '#server/site/experiments/paints.ts';
import type { Dimension } from '#server/site/experiments/consented/split-person.ts';

/** Statistics engine: `sequential` is valid at any time, `fixed` only at the planned end (frequentist), `bayesian` is a posterior with a flat prior. */
export const methods = ['sequential', 'bayesian', 'fixed'] as const;
export type Method = (typeof methods)[number];

export interface VariationResult extends Proportion {
  readonly key: string;
  /** Weight in the experiment's document. */
  readonly share: number;
  /** `null` without visitors. */
  readonly rate: number | null;
  /** Against the control; `null` for the control and without enough data. */
  readonly effect: EffectResult | null;
  /** Consenting visitors and all others; both add up to `visitors` and `conversions`. */
  readonly agreed: Proportion;
  readonly others: Proportion;
  /** Largest contentful paint; `null` without reports. */
  readonly paint: Paints | null;
}

export interface EffectResult {
  /** Relative: 0.05 is five per cent more than the control. */
  readonly value: number;
  readonly interval: Interval;
  /** `null` for methods without a p-value. */
  readonly p: number | null;
  readonly chanceToWin: number;
}

/** Effects at the end of a day. */
export interface DayResult {
  /** ISO 8601, UTC. */
  readonly day: string;
  /** By variation, without the control; `null` without enough data. */
  readonly effects: readonly (EffectResult | null)[];
}

/** The test for a sample ratio mismatch. */
export interface SampleRatio {
  /** P-value of the split under the document's weights. */
  readonly p: number;
  /** The smallest p-value, multiplied by the number of days, languages or devices (Bonferroni). */
  readonly worstDay: NamedP | null;
  readonly worstLocale: NamedP | null;
  /** Device class: `phone`, `tablet`, `desktop`. */
  readonly worstDevice: NamedP | null;
  /** Sample ratio mismatch: assignment or counting is biased, so no result is meaningful. */
  readonly isBroken: boolean;
}

export interface NamedP {
  readonly name: string;
  readonly p: number;
}

/** Consenting visitors by one attribute known at assignment. */
export interface DimensionResult {
  readonly dimension: Dimension | 'beside';
  /** Key of the other experiment, whose variations are the values. */
  readonly beside?: string;
  /** Largest first. */
  readonly slices: readonly SliceResult[];
  /** Number of omitted values. */
  readonly more: number;
}

export interface SliceResult {
  /** Empty when unknown. */
  readonly value: string;
  /** The control first; its effect is `null`. */
  readonly variations: readonly (Proportion & { readonly key: string; readonly effect: EffectResult | null })[];
}

/** Result of a guardrail metric. */
export interface GuardrailResult {
  readonly event: string;
  /** The control first. */
  readonly variations: readonly (Proportion & { readonly key: string })[];
  /** `harmed`: fewer conversions; `held`: a loss of the minimum detectable effect is ruled out and no loss was found; `unclear`: both are possible. */
  readonly effects: readonly {
    readonly variation: string;
    readonly state: 'harmed' | 'held' | 'unclear';
    readonly effect: EffectResult | null;
  }[];
}
