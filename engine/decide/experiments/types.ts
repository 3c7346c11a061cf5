import type { Flags, VisitorAttributes } from '#engine/experiments/flags.ts';

/** What decides experiments; a new object whenever any of it changes, so that answers can be remembered by it. */
export interface ExperimentFacts {
  readonly flags: Flags;
  /** Keys of experiments, or `<key> <locale>`, of which an arm cannot be sent: nobody takes part there (N1, N2). */
  readonly unready: ReadonlySet<string>;
  /** Bytes that may be remembered of visitors, over all documents; the product's own value when left out. */
  readonly rememberedBytes?: number;
}

/** An assignment whose arm a visitor is shown, to be counted when the page is sent. */
export interface Exposure {
  /** Key of the experiment. */
  readonly experiment: string;
  /** Key of the variation. */
  readonly variation: string;
  /** Milliseconds since the epoch: when it was evaluated first, which may have been before consent. */
  readonly at: number;
  /** The visitor's id once statistics are agreed to; `null` before, when only a counter may know. */
  readonly id: string | null;
  /** False when a counter already knows and only the id is new. */
  readonly isFirst: boolean;
  readonly attributes: VisitorAttributes;
}

/** A feature that decided about a page. */
export interface FeatureUsage {
  readonly feature: string;
  /** Whether its value counts as true. */
  readonly on: boolean;
}
