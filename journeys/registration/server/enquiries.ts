import type { GivenAnswers } from '#server/forms/questions.ts';
import type { CodeError, OpenRegistration, VoucherFact } from '../decide/facts.ts';
import type { StoredReferral, TooMany } from './outcomes.ts';

/** What pages and operations ask of the membership beside its use cases; nothing of it changes anything. */
export interface RegistrationEnquiries {
  readonly settings: {
    /** For how long an activation link is valid. */
    readonly activationHours: number;
  };
  /** What `checkCode` would answer, at once; `null` where the database must be asked. */
  checkKnownCode(question: CheckCodeRequest): CheckCodeAnswer | null;
  /** How far a registration is; the handle is the right to know (B6). */
  registrationStatus(registration: string): Promise<RegistrationStatus>;
  /** @returns stops watching; `null` for a handle that this server did not sign */
  watchRegistration(registration: string, watcher: StatusWatcher): (() => void) | null;
  /** `null` when there is none or its time is over. */
  loadDraft(draft: string): Promise<RegistrationDraft | null>;
  checkToken(purpose: MailTokenPurpose, token: string | null): Promise<MailTokenCheck>;
  /** @param seconds How long the token is good. */
  makeToken(purpose: MailTokenPurpose, email: string, seconds: number): Promise<string>;
  countryOptions(): readonly CountryOption[];
}

export interface RegistrationStatus {
  readonly state: 'none' | Exclude<OpenRegistration['step'], 'started'>;
  /** Shown on the "verify your email" screen. */
  readonly email: string | null;
  /** What its activation has brought, wherever that happened. */
  readonly voucher: VoucherFact | null;
}

export interface StatusWatcher {
  /** The status now, then every other one it takes on. */
  next(status: RegistrationStatus): void;
  /** Nothing will change any more; with an error: nobody knows. Called at most once, and never after `stop`. */
  end(error?: unknown): void;
}

/** What the steps of a registration left behind so far, by field. */
export interface RegistrationDraft {
  readonly values: Readonly<Record<string, unknown>>;
  /** Answers to questions that steps asked beside, by the form of the step; left out where none did. */
  readonly answers?: Readonly<Record<string, readonly GivenAnswers[]>>;
}

/** What a token of a mail is good for, as the token says it. */
export type MailTokenPurpose = 'lobby' | 'social';

export type MailTokenCheck =
  | { readonly state: 'valid'; readonly email: string; /** Milliseconds since the epoch. */ readonly expiresAt: number }
  | { readonly state: 'missing' | 'refused' };

/** One choice of the country field, with the versions of the policies that hold there (B1). */
export interface CountryOption {
  readonly isoCode: string;
  readonly termsPkString: string;
  readonly dataPolicyPkString: string;
}

export interface CheckCodeRequest {
  /** As typed or as it is in the URL. */
  readonly code: string;
  readonly validityTimestamp?: string | null;
  /** Where the visitor comes from now. */
  readonly referrer?: string | null;
  readonly storedReferral?: StoredReferral | null;
  /** The visitor's network for the limits, see `rateLimitKey`. */
  readonly network: string;
}

export type CheckCodeAnswer =
  | {
      readonly outcome: 'valid';
      readonly code: string;
      readonly inviterName: string | null;
      /** Id of a landing. */
      readonly landing: string | null;
    }
  | {
      readonly outcome: 'refused';
      readonly error: CodeError;
      /** Whether the code exists, in whatever state: its page greets or denies, an unknown one is a 404 (R1). */
      readonly known: boolean;
      readonly inviterName: string | null;
      readonly landing: string | null;
    }
  | TooMany;

/** Places of an inviter, which all codes share, and the codes. */
export interface InviterBalance {
  readonly issued: number;
  readonly free: number;
  readonly pending: number;
  readonly active: number;
  readonly codes: readonly {
    readonly label: string;
    /** What keeps guests out; `open` when nothing does. */
    readonly state: 'open' | 'full' | 'over' | 'blocked' | 'inviter blocked';
    readonly expiresAt: string | null;
  }[];
}
