import type { Proportion } from '#engine/experiments/statistics/index.ts';

/** Selects the data of a phase. */
export interface Counted {
  /** Key of an experiment. */
  readonly experiment: string;
  /** From 1. */
  readonly phase: number;
  /** Goal metric. */
  readonly event: string;
  /** Guardrail metrics of all visitors; default: none. */
  readonly guardrails?: readonly string[];
}

/** Consenting visitors: each counts once, regardless of repeated events. */
export interface AgreedCounts {
  /** Variation key → visitors and conversions. */
  readonly agreed: ReadonlyMap<string, Proportion>;
  /** Visitors with more than one variation in the phase. */
  readonly multiple: number;
  /** `agreed` by dimension and value, including other experiments; empty before the first recount. */
  readonly dimensions: ReadonlyMap<string, ReadonlyMap<string, ReadonlyMap<string, Proportion>>>;
}
