import type { DocumentId, Site } from '#engine/documents/types.ts';
import type { Guard } from '#schemas/generated/documents.ts';
import type { GuardFacts, Need } from './facts.ts';

/** The part of a site that guards read. */
export type GuardedSite = Pick<Site, 'deployment' | 'journeyDocuments'> & {
  readonly config: Pick<Site['config'], 'forbiddenReferrers' | 'welcomeReferrers'>;
};

/**
 * `denied` shows the deny page in place, `unknown` the error page with status 503, because a look-up failed, `no-permission` a message for staff users, `sign-in` redirects to the admin sign-in, `elsewhere` to a page of this site.
 * `note` is a sentence for the explanation.
 */
export type GuardResult =
  | { readonly outcome: 'allowed' | 'denied' | 'no-permission' | 'sign-in' | 'unknown'; readonly note: string }
  | { readonly outcome: 'elsewhere'; readonly document: DocumentId; readonly note: string };

/** One guard: pure, on the server only, the same for first requests and in-app navigation (G5). */
export interface GuardDefinition {
  readonly name: string;
  /** It admits visitors from search engines, so that its pages may be indexed; false by default. */
  readonly listed?: true;
  /** Look-ups that it needs. */
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
