import type { DocumentId } from '#engine/documents/types.ts';
import type { Guard } from '#schemas/generated/documents.ts';

/** Error of a code (B2). */
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
  /** Timed out. */
  | { readonly state: 'unknown' }
  /** Not loaded: the visitor is above the rate limit. */
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

/** Purpose of a token, as named in documents. */
export type TokenPurpose = NonNullable<Guard['purpose']>;

export interface AddressFact {
  /** As entered. */
  readonly email: string;
}

/** Tokens recorded without storing them. */
export type OpenedTokens = Readonly<Partial<Record<TokenPurpose, OpenedToken>>>;

export interface OpenedToken extends AddressFact {
  /** Expiry of the token in milliseconds since the epoch. */
  readonly validUntil: number;
}

/** The visitor's registration: `started` has a draft, `finished` is pending. */
export interface OpenRegistration {
  readonly step: 'started' | 'finished' | 'activated';
  /** As entered; empty before the step with the field. */
  readonly email: string;
  /** Validity of an activation link in hours. */
  readonly hours: number;
  /** Values so far, by field as posted; only with `started`. */
  readonly draft?: Readonly<Record<string, string>>;
  /** Answers to questions of steps, as posted: form of a step → field → answer. */
  readonly answers?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** The flow; absent in older releases. */
  readonly flow?: string;
  /** Completed steps of any flow; only with `started`, absent when the draft is unreadable. */
  readonly done?: readonly string[];
}

/** The voucher issued by the visitor's activation (S14). */
export interface VoucherFact {
  readonly code: string;
  readonly percent: number;
  /** Milliseconds since the epoch. */
  readonly validUntil: number;
  /** Amount in minor units. */
  readonly minimumOrder: { readonly amount: number; readonly currency: string } | null;
}

/** Session facts for decisions. */
export interface RegistrationFacts {
  readonly registration?: OpenRegistration;
  readonly voucher?: VoucherFact;
  /** Whether the visitor activated an account, or was shown that an account is active. */
  readonly active?: true;
  /** The visitor's application for membership. */
  readonly applied?: AddressFact;
  /** Used tokens: joined the waiting list, saved preferences. */
  readonly used?: Readonly<Partial<Record<TokenPurpose, AddressFact>>>;
  /** Valid tokens that opened a page for the visitor. */
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
  interface RouteParams {
    /** Registration code from the path or the query `rc`, upper case. */
    readonly code: string;
  }

  interface JourneyNotes {
    /** The token that opened this page (G1). */
    readonly registration: OpenedToken & { readonly purpose: TokenPurpose };
  }
}
