import { LRUCache } from 'lru-cache';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Assignment } from '#engine/experiments/feature-result.ts';
import type { VisitorAttributes } from '#engine/experiments/flags.ts';
import type { DocumentPlan } from '../plan.ts';
import type { ArmsDecision } from './arms-decision.ts';
import type { FeatureUsage } from './types.ts';

/**
 * What is remembered of visitors and of variants shown together, over all documents of a site. It begins anew with every payload and
 * every revision, and whatever it forgets is worked out again alike.
 */
export type Memory = LRUCache<string, AssignedArms | Combination>;

/** What a visitor of a document gets, known from the id, the attributes and the cookies alone. */
export interface AssignedArms {
  /** Shown at the address of the document; none when the visitor is redirected. */
  readonly variants: Variants;
  /** The landing to whose address the visitor is redirected. */
  readonly redirect: DocumentId | null;
  /** Assignments whose arms are shown and that the visitor's cookie does not hold. */
  readonly newAssignments: readonly Assignment[];
  /** The cookie holds a known assignment that is not stored under the visitor's id. */
  readonly hasUnstored: boolean;
  /**
   * Everybody with this cookie gets the same page: it names what is live and nothing else, so that nobody fills a cache with
   * inventions, and all that runs here, so that nobody is missed who is still to be counted.
   */
  readonly decidedByCookie: boolean;
  /** Features whose arms are shown. */
  readonly featureUsage: readonly FeatureUsage[];
}

/** Variants of one document that are shown together. */
export interface Variants {
  /** What their page is remembered by. */
  readonly key: string;
  readonly ids: readonly DocumentId[];
}

/** Variants that are shown together, and the page they make. */
export interface Combination {
  readonly variants: Variants;
  readonly plan: DocumentPlan;
  /** Roughly what it takes in memory. */
  readonly bytes: number;
}

/** Decisions about the first visits of one second. */
export interface FirstVisits {
  /** See `Flags.firstAnswersOf`. */
  readonly answersOf: ((id: string) => number | null) | null;
  second: number;
  /** By the number of their answers. */
  readonly decisions: Map<number, DecidedFirstVisit[]>;
}

/** A decision, whose cookies are the first one's alone, and what it depends on beside the answers. */
export interface DecidedFirstVisit {
  readonly attributes: VisitorAttributes;
  readonly country: string | null;
  readonly mayRedirect: boolean;
  readonly decision: ArmsDecision;
}

/** Bytes: anybody may send long cookies and addresses, and ask for arms that nobody has. */
const MOST_BYTES = 256 * 1024 * 1024;

export function createMemory(maxSize = MOST_BYTES): Memory {
  return new LRUCache({ maxSize, sizeCalculation: sizeOf });
}

/** Rather too much than too little: as it was measured, with two bytes for every character. */
function sizeOf(value: AssignedArms | Combination, key: string): number {
  const own = 'bytes' in value ? value.bytes : 8 * value.featureUsage.length + 250 * value.newAssignments.length;
  return 500 + 2 * key.length + own;
}
