import type { DocumentId } from '#engine/documents/types.ts';
import type { Flags, VisitorAttributes } from '#engine/experiments/flags.ts';

export type SignAssignments = (visitor: string, assignments: string, now: number) => string;

/** What decides experiments; a new object whenever any of it changes, so that answers can be remembered by it. */
export interface ExperimentFacts {
  readonly flags: Flags;
  /** Keys of experiments, or `<key> <locale>`, of which an arm cannot be sent: nobody takes part there (N1, N2). */
  readonly unready: ReadonlySet<string>;
  /** Keys of experiments that somebody has stopped, whatever their payload says: they are as if paused. */
  readonly stopped?: ReadonlySet<string>;
  /**
   * The cookie of assignments with the server's signature, by the value of the visitor's own cookie and the time in milliseconds. Left out, nobody believes
   * the cookie afterwards.
   */
  readonly sign?: SignAssignments;
  /** Bytes that may be remembered of visitors, over all documents; the product's own value when left out. */
  readonly rememberedBytes?: number;
}

/** An assignment whose arm a visitor is shown, to be counted when the page is sent. */
export interface Exposure {
  /** Key of the experiment. */
  readonly experiment: string;
  /** From 1; each has assignments of its own (X11). */
  readonly phase: number;
  /** Key of the variation. */
  readonly variation: string;
  /** Milliseconds since the epoch: when it was evaluated first, which may have been before consent. */
  readonly at: number;
  /** The visitor's id once statistics are agreed to; `null` before, when only a counter may know. */
  readonly id: string | null;
  /** Id of a visitor who came with it: whatever sends the same cookies again counts no second time. Absent for an id that was just made. */
  readonly once?: string | undefined;
  /** False when a counter already knows and only the id is new. */
  readonly isFirst: boolean;
  /** Of the documents when it was evaluated; empty where only the cookie knows of it, which does not say. */
  readonly revision: string;
  readonly attributes: ExposureAttributes;
}

/** What was known of the visitor (X12): what the assignment may have asked for, and what results are split by. */
export interface ExposureAttributes extends VisitorAttributes {
  /** `new`: the first page on which this visitor took part in anything. */
  readonly visit: 'new' | 'returning';
  /** The tested document; empty where the cookie alone knows of the experiment. */
  readonly landing: DocumentId;
  /** `later`: statistics were agreed to after it was evaluated. */
  readonly consent: 'given' | 'later' | 'unknown';
  /**
   * Where a block has to be seen first: `block` once it was, `page` when the page was sent to a browser that runs no script and cannot say so.
   * Absent where everybody counts whose page was sent.
   */
  readonly shown?: 'block' | 'page';
}

/** A visit that an experiment would have counted, had not its network brought more than it may (Z3). */
export interface SurplusVisit {
  /** Key of the experiment. */
  readonly experiment: string;
  /** From 1. */
  readonly phase: number;
}

/** A feature that decided about a page. */
export interface FeatureUsage {
  readonly feature: string;
  /** Whether its value counts as true. */
  readonly on: boolean;
}
