import type { CheckCodeAnswer, CheckCodeRequest } from '#journeys/registration/members/check-code/check-code.ts';
import type { OpenRegistration, VoucherFact } from '../decide/facts.ts';

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
