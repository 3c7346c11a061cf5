import type { DocumentId } from '#engine/documents/types.ts';
import type { Flags, VisitorAttributes } from '#engine/experiments/flags.ts';

/** Prepares the signed cookie of assignments, by the time in milliseconds, for any value of a visitor's id cookie. */
export type SignAssignments = (assignments: string, now: number) => (visitor: string) => string;

/** Inputs of experiments; a new object after every change, so that results can be cached by it. */
export interface ExperimentFacts {
  readonly flags: Flags;
  /** Keys of experiments, or `<key> <locale>`, with an unavailable variation: they do not run there (N1, N2). */
  readonly unready: ReadonlySet<string>;
  /** Keys of stopped experiments, which are treated as paused. */
  readonly stopped?: ReadonlySet<string>;
  /** Signs the assignment cookie; without it the cookie is not trusted afterwards. */
  readonly sign?: SignAssignments;
  /** Cache size for visitors in bytes, over all documents. */
  readonly rememberedBytes?: number;
}

/** An exposure, counted when the page is sent. */
export interface Exposure {
  /** Key of the experiment. */
  readonly experiment: string;
  /** From 1; each has its own assignments (X11). */
  readonly phase: number;
  /** Key of the variation. */
  readonly variation: string;
  /** Time of the first evaluation in milliseconds since the epoch, possibly before consent. */
  readonly at: number;
  /** The visitor's id with consent to statistics; otherwise `null`, for an anonymous counter. */
  readonly id: string | null;
  /** Id from the visitor's cookie, so that repeated cookies count once. Absent for a new id. */
  readonly once?: string | undefined;
  /** False if it is counted already and only the id is new. */
  readonly isFirst: boolean;
  /** Revision of the documents at the evaluation; empty if it comes from the cookie. */
  readonly revision: string;
  readonly attributes: ExposureAttributes;
}

/** Attributes of the visitor (X12) for targeting and dimensions. */
export interface ExposureAttributes extends VisitorAttributes {
  /** `new`: the first page with an assignment of this visitor. */
  readonly visit: 'new' | 'returning';
  /** The tested document; empty if the experiment is known from the cookie only. */
  readonly landing: DocumentId;
  /** `later`: consent to statistics came after the evaluation. */
  readonly consent: 'given' | 'later' | 'unknown';
  /**
   * With `exposeOn`: `block` once it was seen, `page` for a browser without scripts when the page was sent.
   * Absent if visitors count with the page.
   */
  readonly shown?: 'block' | 'page';
}

/** A visit that an experiment does not count because of the network's limit (Z3). */
export interface SurplusVisit {
  /** Key of the experiment. */
  readonly experiment: string;
  /** From 1. */
  readonly phase: number;
}

/** A feature that decided a page. */
export interface FeatureUsage {
  readonly feature: string;
  /** Whether its value counts as true. */
  readonly on: boolean;
}
