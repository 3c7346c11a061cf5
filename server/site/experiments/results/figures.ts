import type { Interval, Proportion } from '#engine/experiments/statistics/index.ts';

export interface ArmResult extends Proportion {
  readonly key: string;
  /** Share of the visitors that the experiment's document gives it. */
  readonly share: number;
  /** `null` without visitors. */
  readonly rate: number | null;
  /** Against the control; `null` for the control itself, and where there is not enough data. */
  readonly effect: EffectResult | null;
}

export interface EffectResult {
  /** Relative: 0.05 is five per cent more than the control. */
  readonly value: number;
  readonly interval: Interval;
  readonly p: number;
  readonly chanceToWin: number;
}

export interface SampleRatio {
  /** How likely the split of visitors is under the document's weights. */
  readonly p: number;
  /** Where the split is least likely, its p-value multiplied by the number of days or languages that were looked at. */
  readonly worstDay: NamedP | null;
  readonly worstLocale: NamedP | null;
  /** The split is so unlikely that something decides who is counted: no figure means anything. */
  readonly isBroken: boolean;
}

export interface NamedP {
  readonly name: string;
  readonly p: number;
}
