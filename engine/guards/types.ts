import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { Guard } from '#schemas/generated/documents.ts';
import type { GuardFacts, Need } from './facts.ts';

/** What guards read of a site. */
export type GuardedSite = Pick<Site, 'deployment' | 'journeyDocuments'> & {
  readonly config: Pick<Site['config'], 'forbiddenReferrers' | 'welcomeReferrers'>;
};

/**
 * `denied` shows the deny page in place, `no-permission` says so to somebody of the staff, `sign-in` sends the visitor to the admin sign-in, `elsewhere` to a page of this site.
 * `note` is a full sentence for the explanation.
 */
export type GuardResult =
  | { readonly outcome: 'allowed' | 'denied' | 'no-permission' | 'sign-in'; readonly note: string }
  | { readonly outcome: 'elsewhere'; readonly document: DocumentId; readonly note: string };

/** One guard: pure, on the server only, the same for first requests and in-app navigation (G5). */
export interface GuardDefinition {
  readonly name: string;
  /** It lets everybody in who comes by a search engine, so that these may list its pages; no guard does by default. */
  readonly listed?: true;
  /** What must be looked up before it can decide. */
  readonly needs: readonly Need[];
  /** Request headers it reads, for `Vary`. */
  reads(options: Guard): readonly string[];
  check(facts: GuardFacts, site: GuardedSite, options: Guard): GuardResult;
}

/** A guard as a document names it. */
export interface PlannedGuard {
  readonly definition: GuardDefinition;
  readonly options: Guard;
}

declare module '#engine/documents/types.ts' {
  interface SiteJourney {
    readonly guards?: readonly GuardDefinition[];
  }
}
