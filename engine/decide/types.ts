import type { ShownForm } from '#engine/shared/shown-form.ts';
import type { Consent } from '#engine/shared/consent.ts';
import type { DocumentId, Facets, SiteJourney } from '#engine/documents/types.ts';
import type { Need, NeedFacts } from '#engine/guards/facts.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { DataNeed } from './data.ts';
import type { ExperimentFacts, Exposure, FeatureUsage, SurplusVisit } from './experiments/types.ts';

/** The page of a URL, independent of the visitor. */
export interface Match extends Partial<RouteParams> {
  /** `claimed`: no document has the path, but a journey claims it, such as a code. `former`: an earlier address of a document. */
  readonly kind: 'page' | 'landing' | 'claimed' | 'former' | 'not-found';
  /** Absent for `former` and `not-found`, and for `claimed` until its facts are loaded. */
  readonly document?: DocumentId;
  /** Locale prefix of the URL; `null` without one. */
  readonly prefix: Locale | null;
  /** Path without base path and locale prefix, always with a leading slash. */
  readonly path: string;
  /** Query of the URL as written, without `?`. */
  readonly query: string;
  /** The journey that claims the path or the query. */
  readonly claimedBy?: SiteJourney;
  readonly needs: readonly Need[];
  /** An unknown path in the admin area: only staff users with access are shown that. */
  readonly isMissing?: true;
}

/** Claims of a URL by journeys. Journeys extend it. */
export interface RouteParams {}

/** All inputs of a decision. `decide` has no clock, network or globals. */
export interface Facts extends Partial<NeedFacts> {
  readonly method: string;
  /** Path and query as received, with base path. */
  readonly url: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** Verified consent; `null` without a valid choice. The cookie is not trusted without verification. */
  readonly consent: Consent | null;
  readonly acceptLanguage: string;
  /** The `Referer` header; empty when absent. */
  readonly referrer: string;
  readonly userAgent: string;
  /** Whether `Sec-Purpose` or `Purpose` marks a prefetch. */
  readonly prefetch: boolean;
  /** In-app navigation (`_nav=1`). */
  readonly navigation: boolean;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** ISO 3166-1 alpha-2 from a trusted edge header or the IP table; `null` when unknown. */
  readonly country: string | null;
  /**
   * Request headers with the country, for `Vary`; `null` when it is derived from the client address, which shared caches cannot
   * distinguish. Absent: not read.
   */
  readonly countryVary?: readonly string[] | null;
  /** Whether the visitor's network may bring another visitor counted by experiments; called at most when a visitor is about to be counted. Default: always. */
  readonly admit?: () => boolean;
  /** Absent: no experiment runs. */
  readonly experiments?: ExperimentFacts;
  /** Documents that the form says it was shown on (the document or its variations); they stay valid for its response, whatever experiments say by then. */
  readonly shown?: readonly DocumentId[];
  /** Ids of form documents without free places, if known; default: none. */
  readonly fullForms?: ReadonlySet<string>;
  /** Random id for a new visitor; absent: no new assignments. */
  readonly newVisitorId?: string;
}

/** A cookie to set, always `SameSite=Lax`; `Secure` depends on the scheme of the public origin. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** Seconds; `null` for a session cookie. */
  readonly maxAge: number | null;
  readonly httpOnly: boolean;
  /** Default: the base path; names with `__Host-` require the root (RFC 6265bis, 4.1.3.2). */
  readonly path?: '/';
}

/** A message at a form before anything is sent, such as why the code of the URL is invalid (R1). */
export interface FormNotice {
  readonly form: ShownForm;
  /** Field → name of the visitor's value in it. */
  readonly holes: Readonly<Record<string, string>>;
  /** Field → translation key. */
  readonly errors: Readonly<Record<string, string>>;
}

/** Values that the visitor entered before, for a form of the page. */
export interface FilledForm {
  readonly form: FormName;
  /** By field, as the form sends them. */
  readonly values: Readonly<Record<string, string>>;
}

/** Values that journeys record in the visitor's session when a page is sent. Journeys extend it. */
export interface JourneyNotes {}

/** See `PageDecision.cacheScope`. */
export type CacheScope = 'everybody' | 'program' | 'arms';

export interface PageDecision {
  readonly kind: 'page';
  /** 500: the document is an error page. 429 and 503: a claim, or a session, could not be checked. */
  readonly status: 200 | 403 | 404 | 429 | 500 | 503;
  /** Kind of page: the requested one, the deny page, the 404 page, or the error page. */
  readonly outcome: 'requested' | 'denied' | 'not-found' | 'unavailable';
  readonly document: DocumentId;
  readonly locale: Locale;
  /**
   * Path without base path and locale prefix, for canonical, alternates and the language menu. Always the address of a document, never a
   * claimed or unknown path, so that the number of templates is bounded.
   */
  readonly path: string;
  /** Variant ids applied by experiments, sorted by experiment key. */
  readonly variations: readonly string[];
  /** Exposures, counted when the page is sent; empty without new ones. */
  readonly exposures: readonly Exposure[];
  /** Features that decided, for visitors with consent to statistics (X9). */
  readonly featureUsage?: readonly FeatureUsage[] | undefined;
  /** The document has its own URL, which replaces the requested one (X6). */
  readonly moved?: boolean | undefined;
  /** The URL forces variations: never an exposure, and limited, because each combination is compiled. */
  readonly forced: boolean;
  /** Id of a visitor who withdrew consent to statistics: its rows are erased. */
  readonly withdrawn?: string | undefined;
  /** See `VariationsDecision.surplus`. */
  readonly surplus?: readonly SurplusVisit[] | undefined;
  /** Exactly the facets that the document names. */
  readonly facets: Facets;
  /** State of a form, part of the page's key; absent without one. */
  readonly notice?: FormNotice | undefined;
  /** Such a page is private. */
  readonly filled?: FilledForm | undefined;
  /** Queries of its blocks; absent without any. Such a page is private. */
  readonly data?: readonly DataNeed[] | undefined;
  /** Preselected in the page's fields for a country that offer it (V3), and that of the figures in its claims (K2). */
  readonly country?: string | undefined;
  /**
   * Values of holes by name; empty for a page that is the same for all. The engine's own: `query`, the query preserved by a language switch
   * (`&a=b`); on the 404 page `path` as requested, and `asked` without base path and language; on error pages `status` and `statusMessage`.
   */
  readonly values: Readonly<Record<string, string>>;
  readonly cookies: readonly SetCookie[];
  /** Absent without changes. */
  readonly notes?: Partial<JourneyNotes> | undefined;
  /** Time of the next possible change of this decision, in milliseconds since the epoch. */
  readonly validUntil: number | null;
  readonly indexable: boolean;
  /** Depends on the visitor (by a look-up or refusal of a guard): private, even without values. */
  readonly personal: boolean;
  /**
   * Visitors for whom an edge cache may store the response, in addition to the consent answer in its key. `everybody`: all. `program`: bots,
   * although the page is `personal`. `arms`: people with the same assignment cookie, which has only live experiments in their phase,
   * including all of this page. Absent for private pages, for those that depend on more of a cookie, and for visitors with new
   * exposures.
   */
  readonly cacheScope?: CacheScope | undefined;
  /** The URL contains a secret, hidden from the `Referer` header. */
  readonly confidential: boolean;
  /** Request headers that this decision read, for `Vary`. */
  readonly vary: readonly string[];
}

export interface RedirectDecision {
  readonly kind: 'redirect';
  readonly status: 301 | 302 | 303 | 308;
  /** Path with base path, query and hash, or an allowed absolute URL. */
  readonly location: string;
  readonly cookies: readonly SetCookie[];
  readonly vary: readonly string[];
  /** An experiment redirects in-app navigation to another page (X6). */
  readonly reason?: 'experiment';
  /** Exposures, counted when the redirect is sent. */
  readonly exposures: readonly Exposure[];
  readonly featureUsage?: readonly FeatureUsage[] | undefined;
  readonly withdrawn?: string | undefined;
  /** See `VariationsDecision.surplus`. */
  readonly surplus?: readonly SurplusVisit[] | undefined;
}

export type Decision = PageDecision | RedirectDecision;

/** One step of an explanation; collected on request only. */
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
  /** Short sentence with the values involved. */
  readonly note: string;
  /** The variation of the step. */
  readonly variation?: { readonly experiment: string; readonly variation: string };
}

export type TraceObserver = (step: TraceStep) => void;
