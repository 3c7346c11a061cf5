import { LRUCache } from 'lru-cache';
import type { DocumentId } from '#engine/documents/types.ts';
import type { VisitorId } from '#engine/shared/experiment-cookies.ts';
import type { Assignment } from '#engine/experiments/feature-result.ts';
import type { VisitorAttributes } from '#engine/experiments/flags.ts';
import type { DocumentPlan } from '../plan.ts';
import type { SetCookie } from '../types.ts';
import type { VariationsDecision } from './variations-decision.ts';
import type { FeatureUsage } from './types.ts';

/**
 * Cache of visitors' variations and of combined variants, over all documents of a site. It is cleared with every payload and
 * every revision; evicted entries are computed again with the same result.
 */
export type AssignmentCache = LRUCache<string, AssignedVariations | Combination>;

/** The decision for a visitor of a document, determined by id, attributes and cookies. */
export interface AssignedVariations {
  /** Shown at the URL of the document; none with a redirect. */
  readonly variants: Variants;
  /** The target landing of a redirect. */
  readonly redirect: DocumentId | null;
  /** Assignments with a shown variation that are not in the visitor's cookie. */
  readonly newAssignments: readonly Assignment[];
  /** The cookie has a known assignment that is not stored under the visitor's id. */
  readonly hasUnstored: boolean;
  /**
   * All visitors with this cookie get the same page: it contains live experiments only, so that forged cookies cannot fill a
   * cache, and all experiments of the page, so that every exposure is counted.
   */
  readonly decidedByCookie: boolean;
  /** Features whose variations are shown. */
  readonly featureUsage: readonly FeatureUsage[];
}

/** Combined variants of one document. */
export interface Variants {
  /** Cache key of their page. */
  readonly key: string;
  readonly ids: readonly DocumentId[];
}

/** Combined variants with their page. */
export interface Combination {
  readonly variants: Variants;
  readonly plan: DocumentPlan;
  /** Approximate memory. */
  readonly bytes: number;
}

/** Decisions about first visits of one second. */
export interface FirstVisits {
  /** See `Flags.createFirstAnswers`. */
  readonly computeAnswers: ((id: string) => number | null) | null;
  second: number;
  /** By the number of their results, and the country. */
  readonly decisions: Map<number, Map<string | null, DecidedFirstVisit[]>>;
}

/** A decision with the first visitor's cookies, and its further inputs. */
export interface DecidedFirstVisit {
  readonly attributes: VisitorAttributes;
  readonly mayRedirect: boolean;
  readonly decision: VariationsDecision;
  /** Cookies of another visitor with this decision. */
  readonly createCookies: (visitor: VisitorId) => readonly SetCookie[];
}

/** Cache size in bytes: clients may send long cookies and URLs, and force any variation. */
const MAX_BYTES = 256 * 1024 * 1024;

export function createAssignmentCache(maxSize = MAX_BYTES): AssignmentCache {
  return new LRUCache({ maxSize, sizeCalculation: estimateSize });
}

/** A measured upper bound, with two bytes per character. */
function estimateSize(value: AssignedVariations | Combination, key: string): number {
  const own = 'bytes' in value ? value.bytes : 8 * value.featureUsage.length + 250 * value.newAssignments.length;
  return 500 + 2 * key.length + own;
}
