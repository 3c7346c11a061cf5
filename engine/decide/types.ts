import type { DocumentId, Facets } from '#engine/documents/types.ts';
import type { Guard } from '#schemas/generated/documents.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { ExperimentFacts, Exposure, FeatureUsage } from './experiments/types.ts';

/** What must be looked up before a decision; the shell answers each within 150 ms or says `unknown`. */
export type Need = 'code' | 'token' | 'session';

/** The page that a URL points at, before anything about the visitor is known. */
export interface Match {
  readonly kind: 'page' | 'landing' | 'code' | 'not-found';
  /** Absent for `not-found`, and for `code` until the code was looked up. */
  readonly document?: DocumentId;
  /** Locale prefix of the URL; `null` when it has none. */
  readonly prefix: Locale | null;
  /** Path without base path and locale prefix, always with a leading slash. */
  readonly path: string;
  /** Registration code from the path or the query `rc`, upper-cased. */
  readonly code?: string;
  readonly needs: readonly Need[];
}

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

export type SessionFact =
  | { readonly state: 'none' | 'unknown' }
  | {
      readonly state: 'open';
      readonly role: 'visitor' | 'member' | 'inviter' | 'admin';
      readonly registration?: OpenRegistration;
      readonly voucher?: VoucherFact;
      /** This visitor activated an account, or was told that the one of an address is active. */
      readonly active?: true;
      /** This visitor's application for membership. */
      readonly applied?: AddressFact;
      /** Tokens that this visitor has used: the waiting list was joined, preferences were named. */
      readonly used?: Readonly<Partial<Record<TokenPurpose, AddressFact>>>;
      /** Tokens that this visitor has opened a page with, and that are still valid. */
      readonly opened?: OpenedTokens;
    };

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
  /** As typed. */
  readonly email: string;
  /** For how long an activation link is valid. */
  readonly hours: number;
  /** The first step of the lean flow, by field as a form sends it; only with `started`. */
  readonly draft?: Readonly<Record<string, string>>;
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

/** Everything a decision may depend on. Nothing else exists for `decide`: no clock, no network, no globals. */
export interface Facts {
  readonly method: string;
  /** Path and query exactly as received, base path included. */
  readonly url: string;
  readonly cookies: Readonly<Record<string, string>>;
  readonly acceptLanguage: string;
  /** The `Referer` header; empty when absent. */
  readonly referrer: string;
  readonly userAgent: string;
  /** `Sec-Purpose` or `Purpose` says that nobody looks at this answer yet. */
  readonly prefetch: boolean;
  /** In-app navigation (`_nav=1`). */
  readonly navigation: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** ISO 3166-1 alpha-2 from a trusted edge header or the IP table; `null` when unknown. */
  readonly country: string | null;
  readonly code?: CodeFact;
  readonly token?: TokenFact;
  readonly session?: SessionFact;
  /** Absent: no experiment runs. */
  readonly experiments?: ExperimentFacts;
  /** What a form says it stood in, the document itself or its arms: they hold for its answer, whatever an experiment says by now. */
  readonly shown?: readonly DocumentId[];
  /** Id for a visitor who brings none, from a source of randomness; absent: nobody new is enrolled. */
  readonly newVisitorId?: string;
}

/** A cookie to set. `SameSite=Lax` always; `Secure` follows the scheme of the public origin. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** Seconds; `null` for a cookie of the session. */
  readonly maxAge: number | null;
  readonly httpOnly: boolean;
  /** The base path when left out; names that begin with `__Host-` need the root (RFC 6265bis, 4.1.3.2). */
  readonly path?: '/';
}

/** What a page shows at one of its forms before anything was sent: why the code of its URL is refused (R1). */
export interface FormNotice {
  readonly form: FormName;
  /** Field → name of the visitor's value that stands in it. */
  readonly holes: Readonly<Record<string, string>>;
  /** Field → translation key. */
  readonly errors: Readonly<Record<string, string>>;
}

export interface PageDecision {
  readonly kind: 'page';
  /** 429 and 503: a code in the path could not be looked up, now or so often. */
  readonly status: 200 | 403 | 404 | 429 | 503;
  /** Why this page: the requested one, the deny page, or the page for what was not found. */
  readonly outcome: 'requested' | 'denied' | 'not-found';
  readonly document: DocumentId;
  readonly locale: Locale;
  /**
   * Path without base path and locale prefix: canonical, alternates and the language menu are built from it. Always the
   * address of a document, never a code or an unknown path, so that the number of templates is bounded.
   */
  readonly path: string;
  /** Variant ids applied by experiments, sorted by experiment key. */
  readonly arms: readonly string[];
  /** To be counted when the page is sent; empty for whom no assignment is new. */
  readonly exposures: readonly Exposure[];
  /** What decided, for visitors who agreed to statistics only (X9). */
  readonly featureUsage?: readonly FeatureUsage[];
  /** The document stands at an address of its own, which takes the place of the one that was asked for (X6). */
  readonly moved?: true;
  /** Arms were asked for by the URL: never an exposure, and limited, because each combination costs a compilation. */
  readonly forced: boolean;
  /** Id of a visitor who took the agreement to statistics back: all that is stored under it goes. */
  readonly withdrawn?: string;
  /** Exactly the facets that the document names. */
  readonly facets: Facets;
  /** Part of which page it is; absent when no form has anything to say. */
  readonly notice?: FormNotice;
  /** What this visitor filled in at the first step (S3), which this page asks for: nobody else may see the page. */
  readonly draft?: Readonly<Record<string, string>>;
  /**
   * Visitor values for holes; empty for a page that is the same for everybody. `rc` code as asked, `code` and
   * `validityTimestamp` one that may be used, `name` its inviter, `rcError` why it is refused, `token` of the URL, `email` and
   * `hours` of the open registration, `lobbyEmail` of the lobby's token, `appliedEmail` of the application, `voucherCode`, `voucherPercent`, `voucherUntil` and `voucherMinimum` in the page's
   * language, `query` what survives a language switch (`&a=b`), `productQuery` what of it a link to a product keeps, `path` what was not found, `fref` forbidden referrer.
   */
  readonly values: Readonly<Record<string, string>>;
  readonly cookies: readonly SetCookie[];
  /** To be noted in the visitor's session: the token that opened this page (G1); absent when nothing is new. */
  readonly opened?: OpenedToken & { readonly purpose: TokenPurpose };
  /** Milliseconds since the epoch at which this decision may change by time alone. */
  readonly validUntil: number | null;
  readonly indexable: boolean;
  /** Depends on who asks (a guard looked something up or turned the visitor away): no shared cache may keep it, even without values. */
  readonly personal: boolean;
  /** The address carries a token, which no other site may learn from the `Referer` header. */
  readonly confidential: boolean;
  /** Request headers that this decision read, for `Vary`. */
  readonly vary: readonly string[];
}

export interface RedirectDecision {
  readonly kind: 'redirect';
  readonly status: 302 | 303 | 308;
  /** Path with base path, query and hash, or an allowed absolute URL. */
  readonly location: string;
  readonly cookies: readonly SetCookie[];
  readonly vary: readonly string[];
  /** An experiment redirects in-app navigation to another page (X6). */
  readonly reason?: 'experiment';
  /** As of a page: to be counted when the redirect is sent. */
  readonly exposures: readonly Exposure[];
  readonly featureUsage?: readonly FeatureUsage[];
  readonly withdrawn?: string;
}

export type Decision = PageDecision | RedirectDecision;

/** One step of the explanation why a page was sent; collected only when somebody asks. */
export interface TraceStep {
  readonly step:
    | 'route'
    | 'locale'
    | 'guard'
    | 'country'
    | 'window'
    | 'facet'
    | 'experiment'
    | 'change'
    | 'fallback'
    | 'result';
  /** Short full sentence that names the values involved. */
  readonly note: string;
  /** The arm that the step is about. */
  readonly arm?: { readonly experiment: string; readonly variation: string };
}

export type TraceSink = (step: TraceStep) => void;
