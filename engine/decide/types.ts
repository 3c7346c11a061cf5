import type { ShownForm } from '#engine/shared/shown-form.ts';
import type { Consent } from '#engine/shared/consent.ts';
import type { DocumentId, Facets, SiteJourney } from '#engine/documents/types.ts';
import type { Need, NeedFacts } from '#engine/guards/facts.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { DataNeed } from './data.ts';
import type { ExperimentFacts, Exposure, FeatureUsage, SurplusVisit } from './experiments/types.ts';

/** The page that a URL points at, before anything about the visitor is known. */
export interface Match extends Partial<MatchClaims> {
  /** `claimed`: no document answers the path, but a journey knows it, such as a code. `former`: the address of a document before it moved. */
  readonly kind: 'page' | 'landing' | 'claimed' | 'former' | 'not-found';
  /** Absent for `former` and `not-found`, and for `claimed` until the needs of its journey were looked up. */
  readonly document?: DocumentId;
  /** Locale prefix of the URL; `null` when it has none. */
  readonly prefix: Locale | null;
  /** Path without base path and locale prefix, always with a leading slash. */
  readonly path: string;
  /** Of the URL, as written, without `?`. */
  readonly query: string;
  /** The journey that knows what the URL says beside naming a page. */
  readonly claimedBy?: SiteJourney;
  readonly needs: readonly Need[];
  /** Below the admin pages, where there is none of this path: staff users with access to them read that there, and nobody else. */
  readonly isMissing?: true;
}

/** What a journey may read from a URL beside the page it names. Journeys add theirs. */
export interface MatchClaims {}

/** Everything a decision may depend on. Nothing else exists for `decide`: no clock, no network, no globals. */
export interface Facts extends Partial<NeedFacts> {
  readonly method: string;
  /** Path and query exactly as received, base path included. */
  readonly url: string;
  readonly cookies: Readonly<Record<string, string>>;
  /** What the visitor agreed to; `null` as long as no answer holds. The cookie alone says nothing: anybody may write it. */
  readonly consent: Consent | null;
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
  /**
   * Request headers that name the country, for `Vary`; `null` where the visitor's address names it, which no shared cache can know
   * apart. Absent: nobody asked.
   */
  readonly countryVary?: readonly string[] | null;
  /**
   * Whether the visitor's network may bring one more whom experiments count; asked at most where a visitor is about to count. Left out, it may.
   */
  readonly admit?: () => boolean;
  /** Absent: no experiment runs. */
  readonly experiments?: ExperimentFacts;
  /** What a form says it stood in, the document itself or its variations: they hold for its answer, whatever an experiment says by now. */
  readonly shown?: readonly DocumentId[];
  /** Ids of form documents whose places are all taken, as far as this process knows; none when left out. */
  readonly fullForms?: ReadonlySet<string>;
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

/** What a page shows at one of its forms before anything was sent, such as why the code of its URL is refused (R1). */
export interface FormNotice {
  readonly form: ShownForm;
  /** Field → name of the visitor's value that is in it. */
  readonly holes: Readonly<Record<string, string>>;
  /** Field → translation key. */
  readonly errors: Readonly<Record<string, string>>;
}

/** What this visitor filled in before, for a form of the page. */
export interface FilledForm {
  readonly form: FormName;
  /** By field, as the form sends them. */
  readonly values: Readonly<Record<string, string>>;
}

/** Journey → what it has to note in the visitor's session when a page is sent. Journeys add theirs. */
export interface JourneyNotes {}

/** See `PageDecision.cacheScope`. */
export type CacheScope = 'everybody' | 'program' | 'arms';

export interface PageDecision {
  readonly kind: 'page';
  /** 500: the document reports an error. 429 and 503: what the path claims could not be looked up, now or so often. */
  readonly status: 200 | 403 | 404 | 429 | 500 | 503;
  /** Why this page: the requested one, the deny page, or the page for what was not found. */
  readonly outcome: 'requested' | 'denied' | 'not-found';
  readonly document: DocumentId;
  readonly locale: Locale;
  /**
   * Path without base path and locale prefix: canonical, alternates and the language menu are built from it. Always the
   * address of a document, never a claimed or an unknown path, so that the number of templates is bounded.
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
  /** Preselected in the page's fields for a country (V3); one of the offered ones. */
  readonly country?: string | undefined;
  /**
   * Visitor values for holes, by the names that the site's journeys and the engine give them; empty for a page that is the same for
   * everybody. The engine's own: `query` what survives a language switch (`&a=b`); of what was not found `path` as requested and `asked`,
   * the same without base path and language; of both views for errors `status` and `statusMessage`.
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
