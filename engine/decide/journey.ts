import type { CodeText } from '#engine/shared/engine-texts.ts';
import type { StoredItem } from '#engine/shared/storage-registry.ts';
import type { DocumentId, Facets, ResolvedDocument, Site, SiteJourney } from '#engine/documents/types.ts';
import type { Need, NeedFacts } from '#engine/guards/facts.ts';
import type { PlannedGuard } from '#engine/guards/types.ts';
import type { RouteTable } from '#engine/routing/route-table.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type {
  Facts,
  FilledForm,
  FormNotice,
  JourneyNotes,
  Match,
  RouteParams,
  PageDecision,
  TraceObserver,
} from './types.ts';

/** Definition of a look-up. */
export interface NeedDefinition<Fact> {
  /** Timeout in milliseconds, if that of all look-ups is too short. */
  readonly timeoutMs?: number;
  /** Request headers that the look-up reads, for `Vary`. */
  readonly reads?: readonly string[];
  /** Value without a backend; unknown by default. */
  readonly without?: Fact;
}

export type NeedDefinitions = { readonly [N in Need]?: NeedDefinition<NeedFacts[N]> };

/** Inputs of a facet. */
export interface FacetContext {
  readonly facts: Pick<Facts, 'cookies' | 'consent' | 'now' | 'fullForms'> & Partial<NeedFacts>;
  readonly site: Site;
  /** Without `?`. */
  readonly query: string;
  /** Only facts about claims of the URL apply. */
  readonly match: Partial<RouteParams>;
  readonly trace?: TraceObserver;
}

/** Definition of a facet. */
export interface FacetDefinition {
  /** Look-ups that it needs: the page is then private. */
  readonly needs?: readonly Need[];
  /** Request headers it reads, for `Vary`. */
  readonly reads?: readonly string[];
  read(context: FacetContext): string;
  /** Time of the next change in milliseconds since the epoch; `null` or absent for none. */
  holdsUntil?(context: FacetContext): number | null;
}

/** A request being decided. */
export interface JourneyRequest extends FacetContext {
  readonly facts: Facts;
  readonly match: Match;
  readonly table: RouteTable;
  /** Language of the response. */
  readonly locale: Locale;
}

/** The parts of a document that journeys need. */
export interface PlannedDocument {
  readonly document: ResolvedDocument;
  readonly guards: readonly PlannedGuard[];
  /** Forms of its blocks. */
  readonly forms: ReadonlySet<FormName>;
}

/** Claims of a URL for a journey, such as a code. */
export interface RouteExtension {
  /** Claims of a path without a document; `null` if it is not the journey's. */
  matchPath(path: string): Partial<RouteParams> | null;
  /** Claims of the query of a landing or of the deny page; `null` for none. Such a page is private. */
  matchQuery(query: string): Partial<RouteParams> | null;
  /** Attributes for targeting, such as the code; none by default. */
  readCode?(match: Match): string | undefined;
  /** Look-ups of a claim. */
  readonly needs: readonly Need[];
  /** A sentence about the result, for the explanation. */
  describe(request: JourneyRequest): string;
  /** The result of a claimed path; `null` if nothing is found. */
  resolvePage(request: JourneyRequest): ExtensionPage | null;
  /** Facets of the deny page in place; `null` if the claim is not refused, as by default. */
  refusal?(request: JourneyRequest): Facets | null;
  /** Events of a page about its claim, such as an expired code; none by default. */
  events?(request: JourneyRequest): readonly string[];
  /** The landing at `/`; `null` for the default one. */
  startLanding(request: JourneyRequest): DocumentId | null;
}

export interface ExtensionPage {
  readonly document: DocumentId;
  readonly status: PageDecision['status'];
  /** The claim in the form `a=b`, for links of the page, which has no URL of its own. */
  readonly query: string;
}

/** Properties of a document for a journey, independent of requests. */
export interface DocumentNeeds {
  readonly needs: readonly Need[];
  /** Look-ups select or fill the page, so it is private. */
  readonly personal: boolean;
}

/** A document that replaces another: in place, or by a redirect. */
export interface PageRewrite {
  readonly document: DocumentId;
  readonly redirect?: boolean;
}

/** Additions of a journey to a page. */
export interface PageAddition {
  /** Values for holes. */
  readonly values?: Readonly<Record<string, string>>;
  readonly notice?: FormNotice;
  /** Makes the page private. */
  readonly filled?: FilledForm;
  readonly notes?: Partial<JourneyNotes>;
}

/** A link after a message of a form. */
export interface MessageLink {
  /** Fallback key for languages that they lack. */
  readonly words: CodeText;
  readonly key: string;
  /** Field whose value is the link's path. */
  readonly field: string;
  /** That path, one segment below the start page, for the input; `null` if there is none. */
  segment(typed: string): string | null;
}

/** Facts assumed for a preview. */
export interface AssumedFacts {
  /** In the form `a=b`, for the URL. */
  readonly query: string;
  readonly facts: Partial<NeedFacts>;
}

declare module '#engine/documents/types.ts' {
  /** Pure, synchronous, without a clock. */
  interface SiteJourney {
    /** Its needs, in addition to the engine's. */
    readonly needs?: NeedDefinitions;
    /** Readers of the facets that its `journey.json` names. */
    readonly facets?: Readonly<Record<string, FacetDefinition>>;
    /** Confidential query parameters, hidden from the `Referer` header. */
    readonly secretParameters?: readonly string[];
    readonly routeExtension?: RouteExtension;
    /** Called once per document and revision. */
    documentNeeds?(document: ResolvedDocument, forms: ReadonlySet<FormName>, site: Site): DocumentNeeds | null;
    /** A replacement for the document. */
    rewrite?(shown: PlannedDocument, request: JourneyRequest): PageRewrite | null;
    /** @param kept Query parameters that links of the page preserve, in the form `&a=b`. */
    page?(shown: PlannedDocument, request: JourneyRequest, kept: string): PageAddition | null;
    /** Values for holes of the deny page. */
    denied?(request: JourneyRequest): Readonly<Record<string, string>>;
    /** Facts of a visit with a code, for a preview; nothing is loaded. `null` for an unknown code. */
    referred?(code: string, name: string | null): AssumedFacts | null;
    /** Its stored items in the browser. */
    readonly storedItems?: readonly StoredItem[];
    /** Link of a form's message, by the key of the message; `null` for none. */
    messageLink?(message: string, site: Site): MessageLink | null;
  }
}

/** A journey's part of decisions; `journeys/<name>/decide/index.ts` exports one. */
export type Journey = SiteJourney;
