import type { Proportion } from '#engine/experiments/statistics/index.ts';

/** Which figures: those of each phase are apart. */
export interface Counted {
  /** Key of an experiment. */
  readonly experiment: string;
  /** From 1. */
  readonly phase: number;
  /** The conversion. */
  readonly event: string;
  /** Further conversions of all visitors; none when left out. */
  readonly guardrails?: readonly string[];
}

/** Consenting visitors: each person once, however often an event happened. */
export interface AgreedCounts {
  /** Keys of variations → who was given it, and how many of them converted since. */
  readonly agreed: ReadonlyMap<string, Proportion>;
  /** How many were shown more than one variation of the phase. */
  readonly multiple: number;
  /** The same as `agreed` by dimension and value, other experiments that were met among them; empty while nothing is summed up. */
  readonly dimensions: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, Proportion>>>;
}
