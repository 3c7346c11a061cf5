import type { Site } from '#engine/documents/types.ts';
import type { Guard } from '#schemas/generated/documents.ts';
import type { GuardName } from '#schemas/generated/vocabulary.ts';

/** What guards may know about a visitor: a part of `Facts`. */
export interface GuardFacts {
  /** The `Referer` header; empty when absent. */
  readonly referrer: string;
  /** Present when the address names a registration code. */
  readonly code?: { readonly state: string };
  readonly token?:
    | { readonly state: 'valid'; readonly purpose: string; readonly email: string }
    | { readonly state: 'missing' | 'refused' | 'unknown' };
  readonly session?:
    | { readonly state: 'none' }
    | { readonly state: 'unknown' }
    | {
        readonly state: 'open';
        readonly role: string;
        readonly registration?: { readonly step: 'started' | 'finished' | 'activated' };
        /** Present once this visitor's activation issued a voucher. */
        readonly voucher?: object;
        /** Present once this visitor activated an account or was told that one is active. */
        readonly active?: true;
        /** Present once this visitor applied for membership. */
        readonly applied?: object;
        /** Present once this visitor used a token of this purpose. */
        readonly used?: Readonly<Partial<Record<'lobby' | 'social-second-step', object>>>;
        /** Present once this visitor opened a page with a token of this purpose, while that token is valid. */
        readonly opened?: Readonly<Partial<Record<'lobby' | 'social-second-step', object>>>;
      };
}

/** What guards read of a site. */
export type GuardedSite = Pick<Site, 'deployment'> & { readonly config: Pick<Site['config'], 'forbiddenReferrers'> };

/** `denied` shows the deny page in place; the others send the visitor to the admin sign-in, the start page, the page for active accounts, or the intro of membership interest. */
export interface GuardResult {
  readonly outcome: 'allowed' | 'denied' | 'sign-in' | 'start' | 'active' | 'intro';
  /** A full sentence for the explanation. */
  readonly note: string;
}

/** One guard: pure, on the server only, the same for first requests and in-app navigation (G5). */
export interface GuardDefinition {
  readonly name: GuardName;
  /** What must be looked up before it can decide. */
  readonly needs: readonly ('token' | 'session')[];
  /** Request headers it reads, for `Vary`. */
  readonly reads: readonly string[];
  check(facts: GuardFacts, site: GuardedSite, options: Guard): GuardResult;
}
