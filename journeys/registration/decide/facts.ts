import type { DocumentId } from '#engine/documents/types.ts';
import type { Guard } from '#schemas/generated/documents.ts';

/** Why a code is refused (B2). */
export type CodeError =
  | 'CUSTOMIZATION_MISSING'
  | 'INVITER_INVALID'
  | 'REFERER_INVALID'
  | 'REGISTRATION_CODE_INVALID'
  | 'REGISTRATION_CODE_NO_BALANCE_LEFT'
  | 'REGISTRATION_CODE_BALANCE_LESS_THAN_PENDING_REGISTRATIONS'
  | 'REGISTRATION_CODE_EXPIRED'
  | 'REGISTRATION_CODE_TIMESTAMP_MISSING';

export type CodeFact =
  | { readonly state: 'valid'; readonly inviterName: string | null; readonly landing: DocumentId | null }
  | { readonly state: 'refused'; readonly error: CodeError }
  | { readonly state: 'not-found' }
  /** Not looked up in time. */
  | { readonly state: 'unknown' }
  /** Not looked up, because this visitor asked too often. */
  | { readonly state: 'limited' };

export type TokenFact =
  | {
      readonly state: 'valid';
      readonly purpose: TokenPurpose;
      readonly email: string;
      /** Milliseconds since the epoch. */
      readonly validUntil: number;
    }
  | { readonly state: 'missing' | 'refused' | 'unknown' };

/** What a token was made for, as documents name it. */
export type TokenPurpose = NonNullable<Guard['purpose']>;

export interface AddressFact {
  /** As typed. */
  readonly email: string;
}

/** What is kept of tokens without keeping them. */
export type OpenedTokens = Readonly<Partial<Record<TokenPurpose, OpenedToken>>>;

export interface OpenedToken extends AddressFact {
  /** Of the token; milliseconds since the epoch. */
  readonly validUntil: number;
}

/** A registration of this visitor: `started` has a draft, `finished` waits for its activation. */
export interface OpenRegistration {
  readonly step: 'started' | 'finished' | 'activated';
  /** As typed; empty while no step has asked for it. */
  readonly email: string;
  /** For how long an activation link is valid. */
  readonly hours: number;
  /** What was typed so far, by field as a form sends it; only with `started`. */
  readonly draft?: Readonly<Record<string, string>>;
  /** What was answered to questions that steps ask beside, as forms send it: form of a step → field → answer. */
  readonly answers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The flow that was begun; left out by an older release. */
  readonly flow?: string;
  /** Names of the steps, of any flow, that need not be shown any more; only with `started`, left out when nobody could read the draft. */
  readonly done?: readonly string[];
}

/** The voucher that this visitor's activation issued (S14). */
export interface VoucherFact {
  readonly code: string;
  readonly percent: number;
  /** Milliseconds since the epoch. */
  readonly validUntil: number;
  /** Amount in minor units. */
  readonly minimumOrder: { readonly amount: number; readonly currency: string } | null;
}

/** What a decision learns of a visitor's session. */
export interface RegistrationFacts {
  readonly registration?: OpenRegistration;
  readonly voucher?: VoucherFact;
  /** This visitor activated an account, or learned that the one of an address is active. */
  readonly active?: true;
  /** This visitor's application for membership. */
  readonly applied?: AddressFact;
  /** Tokens that this visitor has used: the waiting list was joined, preferences were named. */
  readonly used?: Readonly<Partial<Record<TokenPurpose, AddressFact>>>;
  /** Tokens that this visitor has opened a page with, and that are still valid. */
  readonly opened?: OpenedTokens;
}

declare module '#engine/guards/facts.ts' {
  interface NeedFacts {
    readonly code: CodeFact;
    readonly token: TokenFact;
  }

  interface JourneySessions {
    readonly registration: RegistrationFacts;
  }
}

declare module '#engine/decide/types.ts' {
  interface MatchClaims {
    /** Registration code from the path or the query `rc`, upper-cased. */
    readonly code: string;
  }

  interface JourneyNotes {
    /** The token that opened this page (G1). */
    readonly registration: OpenedToken & { readonly purpose: TokenPurpose };
  }
}
