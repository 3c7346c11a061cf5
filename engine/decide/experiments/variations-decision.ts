import type { DocumentId } from '#engine/documents/types.ts';
import type { DocumentPlan } from '../plan.ts';
import type { CacheScope, SetCookie } from '../types.ts';
import type { Exposure, FeatureUsage, SurplusVisit } from './types.ts';

/** The document that replaces the requested one, with its consequences. */
export interface VariationsDecision {
  readonly shown: DocumentPlan;
  /** Variants, sorted by the keys of their experiments. */
  readonly variations: readonly DocumentId[];
  readonly exposures: readonly Exposure[];
  readonly cookies: readonly SetCookie[];
  /** The unsigned assignment cookie; absent if none is set. */
  readonly assignments?: string | undefined;
  /** Visits that are not counted because of the network's limit. */
  readonly surplus?: readonly SurplusVisit[] | undefined;
  /** Depends on the visitor. */
  readonly personal: boolean;
  /** The URL forces variations. */
  readonly forced: boolean;
  /** The visitor is redirected to the document's own URL (X6). */
  readonly redirects: boolean;
  readonly vary: readonly string[];
  /** See `PageDecision.cacheScope`. */
  readonly cacheScope?: CacheScope | undefined;
  /** Features that decided, with consent to statistics. */
  readonly featureUsage?: readonly FeatureUsage[];
  /** Id whose rows have to be erased, because the visitor withdrew consent. */
  readonly withdrawn?: string;
}

/**
 * Bots get the tested document, people perhaps a variation, which a cache could only distinguish by `User-Agent`, with
 * thousands of values. So only an edge cache that supports `cacheScope` may store them.
 */
export const VARY: readonly string[] = ['Cookie'];

const NONE = [] as const;

/** Without experiments. */
export function withoutVariations(shown: DocumentPlan): VariationsDecision {
  return {
    shown,
    variations: NONE,
    exposures: NONE,
    cookies: NONE,
    personal: false,
    forced: false,
    redirects: false,
    vary: NONE,
    cacheScope: 'everybody',
  };
}
