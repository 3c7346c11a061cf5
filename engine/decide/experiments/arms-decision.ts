import type { DocumentId } from '#engine/documents/types.ts';
import type { DocumentPlan } from '../plan.ts';
import type { KeptFor, SetCookie } from '../types.ts';
import type { Exposure, FeatureUsage, SurplusVisit } from './types.ts';

/** Which document is shown in the place of the one that was asked for, and what follows from it. */
export interface ArmsDecision {
  readonly shown: DocumentPlan;
  /** Variants, sorted by the keys of their experiments. */
  readonly arms: readonly DocumentId[];
  readonly exposures: readonly Exposure[];
  readonly cookies: readonly SetCookie[];
  /** What the cookie of assignments holds, before it is signed for its visitor; absent where none is set. */
  readonly assignments?: string | undefined;
  /** Whom nobody counts because the network has brought all that it may. */
  readonly surplus?: readonly SurplusVisit[] | undefined;
  /** Depends on who asks. */
  readonly personal: boolean;
  /** Arms were asked for by the URL. */
  readonly forced: boolean;
  /** The document shown is at an address of its own, to which the visitor is redirected (X6). */
  readonly redirects: boolean;
  readonly vary: readonly string[];
  /** See `PageDecision.keptFor`. */
  readonly keptFor?: KeptFor | undefined;
  /** Features that decided, once statistics are agreed to. */
  readonly featureUsage?: readonly FeatureUsage[];
  /** Id whose rows are to be erased, because the visitor took the agreement back. */
  readonly withdrawn?: string;
}

/**
 * Programs get the tested document, people perhaps an arm, which a cache could only distinguish by `User-Agent`: a name of which each
 * browser has thousands. So no shared cache keeps either, but an edge that knows `keptFor`.
 */
export const VARY: readonly string[] = ['Cookie'];

const NONE = [] as const;

/** No experiment has a say. */
export function withoutArms(shown: DocumentPlan): ArmsDecision {
  return {
    shown,
    arms: NONE,
    exposures: NONE,
    cookies: NONE,
    personal: false,
    forced: false,
    redirects: false,
    vary: NONE,
    keptFor: 'everybody',
  };
}
