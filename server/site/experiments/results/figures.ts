import type { Interval, Proportion } from '#engine/experiments/statistics/index.ts';
import type { Paints } from '#server/site/experiments/paints.ts';
import type { Dimension } from '#server/site/experiments/consented/split-person.ts';

/**
 * How an effect is judged: `sequential` holds however often one looks, `fixed` for one look at the planned end; `bayesian` says what to
 * believe then, with a flat prior.
 */
export const methods = ['sequential', 'bayesian', 'fixed'] as const;
export type Method = (typeof methods)[number];

export interface VariationResult extends Proportion {
  readonly key: string;
  /** Share of the visitors that the experiment's document gives it. */
  readonly share: number;
  /** `null` without visitors. */
  readonly rate: number | null;
  /** Against the control; `null` for the control itself, and where there is not enough data. */
  readonly effect: EffectResult | null;
  /** Consenting visitors, and everybody else; the sum is `visitors` and `conversions`. */
  readonly agreed: Proportion;
  readonly others: Proportion;
  /** When the largest content of its pages was painted; `null` where no browser said so. */
  readonly paint: Paints | null;
}

export interface EffectResult {
  /** Relative: 0.05 is five per cent more than the control. */
  readonly value: number;
  readonly interval: Interval;
  /** `null` where the method knows none. */
  readonly p: number | null;
  readonly chanceToWin: number;
}

/** The effects as they stood at the end of a day. */
export interface DayResult {
  /** ISO 8601, UTC. */
  readonly day: string;
  /** By variation, the control left out; `null` where there was not enough data. */
  readonly effects: readonly (EffectResult | null)[];
}

/** The test for a sample ratio mismatch. */
export interface SampleRatio {
  /** How likely the split of visitors is under the document's weights. */
  readonly p: number;
  /** Where the split is least likely, its p-value multiplied by the number of days, languages or devices that were looked at. */
  readonly worstDay: NamedP | null;
  readonly worstLocale: NamedP | null;
  /** A class of devices: `phone`, `tablet`, `desktop`. */
  readonly worstDevice: NamedP | null;
  /** The split is so unlikely that something decides who is counted: no figure means anything. */
  readonly isBroken: boolean;
}

export interface NamedP {
  readonly name: string;
  readonly p: number;
}

/** Consenting visitors, split by one thing that was known when they were given the variation. */
export interface DimensionResult {
  readonly dimension: Dimension | 'beside';
  /** Key of the other experiment that was met; its variations are the values. */
  readonly beside?: string;
  /** The largest first. */
  readonly slices: readonly SliceResult[];
  /** Values that are left out. */
  readonly more: number;
}

export interface SliceResult {
  /** Empty where nobody knows. */
  readonly value: string;
  /** The control first; its effect is `null`. */
  readonly variations: readonly (Proportion & { readonly key: string; readonly effect: EffectResult | null })[];
}

/** A conversion that must not suffer. */
export interface GuardrailResult {
  readonly event: string;
  /** The control first. */
  readonly variations: readonly (Proportion & { readonly key: string })[];
  /**
   * `harmed`: there are fewer conversions; `held`: a loss of the minimum detectable effect is ruled out, and no loss is found;
   * `unclear`: the figures allow for both.
   */
  readonly effects: readonly {
    readonly variation: string;
    readonly state: 'harmed' | 'held' | 'unclear';
    readonly effect: EffectResult | null;
  }[];
}
