import type { GivenAnswers } from '#server/forms/questions.ts';
import type { CodeError, OpenRegistration, VoucherFact } from '../decide/facts.ts';
import type { StoredReferral, TooMany } from './outcomes.ts';

/** Read operations of the members module for pages and GraphQL, beside its use cases; without side effects. */
export interface RegistrationEnquiries {
  readonly settings: {
    /** Validity of an activation link in hours. */
    readonly activationHours: number;
  };
  /** Cached result of `checkCode`; `null` when the database must be queried. */
  checkKnownCode(question: CheckCodeRequest): CheckCodeResult | null;
  /** State of a registration, authorized by its handle (B6). */
  registrationStatus(registration: string): Promise<RegistrationStatus>;
  /** @returns unsubscribe function; `null` for an invalid handle */
  watchRegistration(registration: string, watcher: StatusWatcher): (() => void) | null;
  /** `null` for an unknown or expired draft. */
  loadDraft(draft: string): Promise<RegistrationDraft | null>;
  checkToken(purpose: MailTokenPurpose, token: string | null): Promise<MailTokenCheck>;
  /** @param seconds validity of the token */
  makeToken(purpose: MailTokenPurpose, email: string, seconds: number): Promise<string>;
  countryOptions(): readonly CountryOption[];
}

export interface RegistrationStatus {
  readonly state: 'none' | Exclude<OpenRegistration['step'], 'started'>;
  /** Shown on the "verify your email" page. */
  readonly email: string | null;
  /** Voucher issued by its activation on any device. */
  readonly voucher: VoucherFact | null;
}

export interface StatusWatcher {
  /** The current status, then each new one. */
  next(status: RegistrationStatus): void;
  /** No further changes; with an error, the status is unknown. Called at most once, never after `stop`. */
  end(error?: unknown): void;
}

/** Values of a registration's steps so far, by field. */
export interface RegistrationDraft {
  readonly values: Readonly<Record<string, unknown>>;
  /** Answers to questions of steps, by the form of the step; absent without any. */
  readonly answers?: Readonly<Record<string, readonly GivenAnswers[]>>;
}

/** Purpose of a mail's token. */
export type MailTokenPurpose = 'lobby' | 'social';

export type MailTokenCheck =
  | { readonly state: 'valid'; readonly email: string; /** Milliseconds since the epoch. */ readonly expiresAt: number }
  | { readonly state: 'missing' | 'refused' };

/** An option of the country field, with the current versions of the policies (B1). */
export interface CountryOption {
  readonly isoCode: string;
  readonly termsPkString: string;
  readonly dataPolicyPkString: string;
}

export interface CheckCodeRequest {
  /** As entered or in the URL. */
  readonly code: string;
  readonly validityTimestamp?: string | null;
  /** Current referrer of the visitor. */
  readonly referrer?: string | null;
  readonly storedReferral?: StoredReferral | null;
  /** Rate limit key of the visitor, see `getRateLimitKey`. */
  readonly network: string;
}

export type CheckCodeResult =
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
      /** Whether the code exists in any state: its page greets or denies, an unknown one is a 404 (R1). */
      readonly known: boolean;
      readonly inviterName: string | null;
      readonly landing: string | null;
    }
  | TooMany;

/** Places of an inviter, shared by all codes, and the codes. */
export interface InviterBalance {
  readonly issued: number;
  readonly free: number;
  readonly pending: number;
  readonly active: number;
  readonly codes: readonly {
    readonly label: string;
    /** Why guests cannot use it; `open` when they can. */
    readonly state: 'open' | 'full' | 'over' | 'blocked' | 'inviter blocked';
    readonly expiresAt: string | null;
  }[];
}
