import type { CodeError } from '../decide/facts.ts';
import type { FormName, LobbyForm } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { FieldError } from '#server/platform/forms/validate-form.ts';
import type { VoucherName } from '../shared/vouchers.ts';

export type { CodeError };

/**
 * What the membership of a site can do: each use case answers with the name of an outcome and its values, never with a path, a
 * session or a page. What an outcome means to a visitor is in the journey's document, `pages-config/journeys/registration.json`.
 */
export interface RegistrationUseCases {
  activate(request: ActivateRequest): Promise<ActivateAnswer>;
  applyForMembership(request: ApplyRequest): Promise<ApplyAnswer>;
  beginSocialSignUp(request: BeginSocialRequest): Promise<BeginSocialAnswer>;
  changeEmail(request: ChangeEmailRequest): Promise<ChangeEmailAnswer>;
  checkCode(request: CheckCodeRequest): Promise<CheckCodeAnswer>;
  enterLobby(request: EnterLobbyRequest): Promise<EnterLobbyAnswer>;
  finishDraft(request: FinishDraftRequest): Promise<FinishDraftAnswer>;
  generateLink(request: GenerateLinkRequest): Promise<GenerateLinkAnswer>;
  joinWaitingList(request: JoinRequest): Promise<JoinAnswer>;
  readBalance(request: ReadBalanceRequest): Promise<InviterBalance | null>;
  register(request: RegisterRequest): Promise<RegisterAnswer>;
  releaseInvitations(request: ReleaseRequest): Promise<ReleaseAnswer>;
  resendActivation(request: ResendRequest): Promise<ResendAnswer>;
  saveDraft(request: SaveDraftRequest): Promise<SaveDraftAnswer>;
  signInSocially(request: SignInSociallyRequest): Promise<SignInSociallyAnswer>;
  setPreferences(request: PreferencesRequest): Promise<PreferencesAnswer>;
}

interface Invalid {
  readonly outcome: 'invalid';
  readonly errors: readonly FieldError[];
}

/** The journey's document does not have the transition (N13). */
interface NotPossible {
  readonly outcome: 'not-possible';
}

interface TooMany {
  readonly outcome: 'too-many-requests';
  readonly retryAfterSeconds: number;
}

export interface ActivateRequest {
  /** From the link of the mail. */
  readonly token: string;
  readonly network: string;
}

/** `pending` means that a newer link was mailed, `failed` that this one is too old or its account is gone (B5). */
export type ActivationOutcome = 'active' | 'already-active' | 'pending' | 'failed' | 'not-found';

export type ActivateAnswer =
  /** `attribution`: the one of the registration. `member`: id of the person to sign in. */
  | {
      readonly outcome: 'active';
      readonly voucher: Voucher | null;
      readonly attribution: string | null;
      readonly customer: string;
      readonly member: string;
    }
  /** `voucher`, `member`: once more to the same person, whose first press may have been answered to nobody. */
  | { readonly outcome: 'already-active'; readonly voucher: Voucher | null; readonly member: string | null }
  | { readonly outcome: Exclude<ActivationOutcome, 'active' | 'already-active'> }
  | NotPossible
  | TooMany;

export interface Voucher {
  readonly variant: VoucherName;
  readonly percent: number;
  readonly code: string;
  /** Amount in minor units. */
  readonly minimumOrder: { readonly amount: number; readonly currency: string } | null;
  /** Milliseconds since the epoch. */
  readonly validUntil: number;
}

export interface ApplyRequest {
  readonly form: unknown;
  readonly locale: Locale;
  readonly network: string;
}

/** `email`: as typed. */
export type ApplyAnswer = { readonly outcome: 'received'; readonly email: string } | Invalid | TooMany;

export interface ChangeEmailRequest {
  /** The handle of the visitor's registration. */
  readonly registration: string;
  readonly form: unknown;
  readonly network: string;
}

export type ChangeEmailAnswer =
  | { readonly outcome: 'changed'; readonly email: string }
  /** `already-active` and `pending` may be about this account or about the one that has the new address. */
  | { readonly outcome: 'pending'; readonly email: string }
  | { readonly outcome: 'already-active' | 'not-found' }
  | NotPossible
  | Invalid
  | TooMany;

/** What the browser of a visitor keeps whom a forbidden site sent (G2): the code of that visit and the referrer. */
export interface StoredReferral {
  /** `rc` of local storage. */
  readonly code: string;
  /** `fref` of local storage. */
  readonly referrer: string;
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

export interface EnterLobbyRequest {
  /** An address, and the code that has no place left, with its timestamp when it is a link's. */
  readonly form: unknown;
  readonly network: string;
  readonly referrer: string;
  readonly storedReferral: StoredReferral | null;
}

export type EnterLobbyAnswer =
  | { readonly outcome: 'entered'; readonly token: string }
  /** A place has become free in the meantime. */
  | { readonly outcome: 'place-free'; readonly code: string; readonly validityTimestamp: string | null }
  | { readonly outcome: 'refused'; readonly error: CodeError }
  | Invalid
  | TooMany;

export interface ReadBalanceRequest {
  /** The inviter's id. */
  readonly inviter: string;
}

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

export interface ReleaseRequest {
  /** 1 to 1000. */
  readonly count: number;
  /** Entries of the list that a staff user has reviewed: these and no others. When one of them does not wait any more, 0 are released. */
  readonly only?: readonly string[];
  /** Who does it: an id of the staff, or of a program. */
  readonly actor: string;
  /** From the form, so that a double press releases once. */
  readonly idempotencyKey: string;
}

export type ReleaseAnswer =
  | { readonly outcome: 'released'; readonly released: number; /** Still waiting. */ readonly waiting: number }
  | { readonly outcome: 'invalid-count' | 'key-reused' | 'not-possible' };

export interface GenerateLinkRequest {
  /** Holds the valid code the link is made from. */
  readonly form: unknown;
  /** The admin's id. */
  readonly actor: string;
  /** From the form, so that a double press makes one link. */
  readonly idempotencyKey: string;
  /** Landing that the link opens; that of the code when left out. */
  readonly landing?: string;
  /** Language that the link opens in; the default one when left out. */
  readonly locale?: Locale;
}

export interface GeneratedLink {
  readonly code: string;
  readonly validityTimestamp: string;
  /** Absolute, in the language without a prefix; the code and the timestamp work under every other. */
  readonly url: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

export type GenerateLinkAnswer =
  | { readonly outcome: 'generated'; readonly link: GeneratedLink }
  | { readonly outcome: 'refused'; readonly error: CodeError }
  | { readonly outcome: 'key-reused' }
  | Invalid
  | TooMany;

export interface JoinRequest {
  /** The lobby token of the link, and the country if the page knows it. */
  readonly form: unknown;
  readonly locale: Locale;
  readonly network: string;
}

export type JoinAnswer =
  | { readonly outcome: 'joined'; readonly email: string }
  /** The token is missing, forged, expired or for another purpose (G1). */
  | { readonly outcome: 'denied' }
  | NotPossible
  | TooMany;

export interface RegisterRequest {
  /** The form's values, not validated yet. */
  readonly form: Readonly<Record<string, unknown>>;
  /** Language of the form: mails are written in it. */
  readonly locale: Locale;
  /** What the newsletter box said; the proof of consent. */
  readonly newsletter: NewsletterWords;
  /** Versions of the policies that the form showed, such as `terms:2026-11-22`; those of the country where it does not say. */
  readonly accepted?: readonly string[];
  /** The voucher that the page of the form promises (S14). */
  readonly voucher?: VoucherName | null;
  /** The landing that promises it. */
  readonly landing?: string | null;
  /** Only codes that lead to this landing bring its voucher. */
  readonly boundTo?: string | null;
  readonly referrer?: string | null;
  readonly storedReferral?: StoredReferral | null;
  /** What experiments credit the registration and its activation to; kept as it is, see `Submission`. */
  readonly attribution?: string | null;
  readonly network: string;
  /** What only the browser knows that sends the form, so that a repeat is known by it; without it a repeat is a stranger's. */
  readonly formKey?: string | null;
  /** Sent by API clients instead. */
  readonly idempotencyKey?: string;
}

/** The words beside the newsletter box as the visitor saw them, and their version. */
export interface NewsletterWords {
  readonly text: string;
  readonly version: string;
}

export type RegisterAnswer =
  | {
      readonly outcome: 'registered';
      /** A signed handle, see `makeRegistrationHandle`; belongs into an HttpOnly cookie. */
      readonly registration: string;
      readonly email: string;
      /** ISO 3166-1 alpha-2. */
      readonly country: string;
      /** Whether the newsletter was asked for. */
      readonly newsletter: boolean;
      /** The same submit was answered before: nothing happened that could be counted again. */
      readonly repeated?: true;
    }
  | {
      readonly outcome: 'refused';
      readonly error: CodeError;
      /** What the way to the waiting list asks for, see `enterLobby`. */
      readonly typed: LobbyForm;
      /** When no place is left. */
      readonly lobbyToken: string | null;
    }
  /** `email`: as typed. */
  | { readonly outcome: 'pending'; readonly email: string }
  | { readonly outcome: 'already-active' | 'key-reused' }
  | NotPossible
  | Invalid
  | TooMany;

export interface SaveDraftRequest {
  /** The visitor's draft, `null` for a new visitor; a value that this server does not know gets replaced. */
  readonly draft: string | null;
  /** Form of the step. */
  readonly step: FormName;
  readonly form: unknown;
  /** For a step that asks for a code. */
  readonly referrer?: string | null;
  readonly storedReferral?: StoredReferral | null;
  readonly network: string;
}

export type SaveDraftAnswer =
  /** `draft` opens the next step; for an HttpOnly cookie. */
  | { readonly outcome: 'saved'; readonly draft: string }
  /** The code of this step; nothing is kept. `typed` as in `RegisterAnswer`, `null` while no step has asked for the address. */
  | { readonly outcome: 'refused'; readonly error: CodeError; readonly typed: LobbyForm | null }
  | Invalid
  | TooMany;

/** Its `form` holds the last step only. */
export interface FinishDraftRequest extends RegisterRequest {
  /** Form of the step. */
  readonly step: FormName;
  readonly draft: string | null;
}

export type FinishDraftAnswer =
  | RegisterAnswer
  /** The last step came without those before it (ASVS 5.0.0, 2.3.1). */
  | { readonly outcome: 'step-missing' };

export interface ResendRequest {
  /** The handle of the visitor's registration, or else the token of an older activation mail, or an address that is known to wait. */
  readonly registration?: string | null;
  readonly token?: string | null;
  readonly email?: string | null;
  readonly network: string;
}

export type ResendAnswer = { readonly outcome: 'sent' | 'already-active' | 'not-found' } | TooMany;

export interface PreferencesRequest {
  /** The token of the link, and what is liked. */
  readonly form: unknown;
  readonly network: string;
}

export type PreferencesAnswer =
  | { readonly outcome: 'saved'; readonly email: string }
  | { readonly outcome: 'denied' | 'not-registered' }
  | Invalid
  | TooMany;

export interface BeginSocialRequest {
  /** As the form names it. */
  readonly provider: string;
  readonly locale: Locale;
  /** The page that it is begun on. */
  readonly document: string | null;
  /** What the visitor was invited by, as far as the page knows; a valid code is asked for in any case. */
  readonly code: string | null;
  readonly validityTimestamp: string | null;
  readonly network: string;
}

export type BeginSocialAnswer =
  /** `browser` belongs into the session of the one who began, `url` is the provider's sign-in. */
  | { readonly outcome: 'begun'; readonly url: string; readonly browser: string }
  /** This server is not registered with the provider. */
  | { readonly outcome: 'coming-soon' }
  | { readonly outcome: 'unavailable' }
  | TooMany;

export interface SignInSociallyRequest {
  /** Parameters that the visitor brought back from the provider. */
  readonly answer: Readonly<Record<string, string>>;
  /** What the session says of the sign-in that its browser has begun. */
  readonly browser: string | null;
}

export type SignInSociallyAnswer =
  | {
      readonly outcome: 'identified';
      /** Opens the draft with name and address. */
      readonly draft: string;
      readonly email: string;
      /** Whether the provider vouches for the address. */
      readonly isVerified: boolean;
      /** Of the draft; milliseconds since the epoch. */
      readonly validUntil: number;
    }
  /** The visitor's own account, as the provider vouches. */
  | { readonly outcome: 'already-active' }
  /** The provider gave no address. */
  | { readonly outcome: 'no-address' }
  /** Cancelled, too late, begun in another browser, or not what the provider would say. */
  | { readonly outcome: 'refused' }
  | { readonly outcome: 'unavailable' };
