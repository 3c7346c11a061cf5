import type { Words } from '#engine/base/engine-words.ts';
import type { StoredItem } from '#engine/base/storage-registry.ts';
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
  MatchClaims,
  PageDecision,
  TraceSink,
} from './types.ts';

/** How a need is looked up. */
export interface NeedDefinition<Fact> {
  /** Milliseconds that a page waits for it, where the time of all look-ups together is too short. */
  readonly patience?: number;
  /** Request headers that the look-up reads, for `Vary`. */
  readonly reads?: readonly string[];
  /** What is known where nobody can be asked, such as on a site without a backend; unknown when left out. */
  readonly without?: Fact;
}

export type NeedDefinitions = { readonly [N in Need]?: NeedDefinition<NeedFacts[N]> };

/** What a facet may depend on. */
export interface FacetContext {
  readonly facts: Pick<Facts, 'cookies' | 'consent' | 'now'> & Partial<NeedFacts>;
  readonly site: Site;
  /** Without `?`. */
  readonly query: string;
  /** A fact that the URL does not claim counts for nothing. */
  readonly match: Partial<MatchClaims>;
  readonly trace?: TraceSink;
}

/** How a facet is read. */
export interface FacetDefinition {
  /** What must be looked up before: the page then depends on who asks, so that no shared cache may keep it. */
  readonly needs?: readonly Need[];
  /** Request headers it reads, for `Vary`. */
  readonly reads?: readonly string[];
  read(context: FacetContext): string;
  /** Milliseconds since the epoch at which the value may change by time alone; `null` or left out when it never does. */
  holdsUntil?(context: FacetContext): number | null;
}

/** One request on its way to a decision. */
export interface JourneyRequest extends FacetContext {
  readonly facts: Facts;
  readonly match: Match;
  readonly table: RouteTable;
  /** Language of the answer. */
  readonly locale: Locale;
}

/** A document as far as journeys ask about it. */
export interface PlannedDocument {
  readonly document: ResolvedDocument;
  readonly guards: readonly PlannedGuard[];
  /** Forms that its blocks announce. */
  readonly forms: ReadonlySet<FormName>;
}

/** What a URL says to a journey beside naming a page, such as a code that somebody was given. */
export interface ClaimDefinition {
  /** Claims of a path that no document answers; `null` when the journey does not know it. */
  inPath(path: string): Partial<MatchClaims> | null;
  /** Claims of the query of a landing or of the deny page; `null` for none. Such a page depends on who asks. */
  inQuery(query: string): Partial<MatchClaims> | null;
  /** What experiments may target by, such as the code itself; nothing when left out. */
  codeOf?(match: Match): string | undefined;
  /** What must be looked up about a claim. */
  readonly needs: readonly Need[];
  /** A full sentence about what was found out, for the explanation. */
  describe(request: JourneyRequest): string;
  /** What is at a claimed path; `null` when nothing is found there. */
  pageAt(request: JourneyRequest): ClaimedPage | null;
  /** Facets of the deny page that is shown in place; `null` when the claim is not refused, which none is when left out. */
  refusal?(request: JourneyRequest): Facets | null;
  /** Events of a page that says what its claim is worth, such as that a code is over; none when left out. */
  events?(request: JourneyRequest): readonly string[];
  /** The landing at `/` in place of the usual one; `null` for the usual one. */
  startLanding(request: JourneyRequest): DocumentId | null;
}

export interface ClaimedPage {
  readonly document: DocumentId;
  readonly status: PageDecision['status'];
  /** The claim in the form `a=b`, which links of the page carry because its address is not one of its own. */
  readonly query: string;
}

/** What a document means to a journey, known before anybody asks for it. */
export interface DocumentNeeds {
  readonly needs: readonly Need[];
  /** What is looked up decides which page it is or fills it for one visitor: no shared cache may keep it. */
  readonly personal: boolean;
}

/** A document that is shown for another: in its place, or at its own address to which the visitor is sent. */
export interface InsteadOfPage {
  readonly document: DocumentId;
  readonly redirect?: boolean;
}

/** What a journey adds to a page. */
export interface PageAddition {
  /** Values for holes. */
  readonly values?: Readonly<Record<string, string>>;
  readonly notice?: FormNotice;
  /** Makes the page personal. */
  readonly filled?: FilledForm;
  readonly notes?: Partial<JourneyNotes>;
}

/** A link after a message of a form. */
export interface MessageLink {
  /** In a language that they lack, the text of `key` says it. */
  readonly words: Words;
  readonly key: string;
  /** Field whose value is the path to which the link leads. */
  readonly field: string;
  /** That path below the start page, one segment, of what was typed; `null` when nothing is there. */
  segment(typed: string): string | null;
}

declare module '#engine/documents/types.ts' {
  /** Pure, synchronous, without a clock. */
  interface SiteJourney {
    /** Its needs beside the engine's own. */
    readonly needs?: NeedDefinitions;
    /** Readers of the facets that its `journey.json` names. */
    readonly facets?: Readonly<Record<string, FacetDefinition>>;
    /** Query parameters that no other site may learn from the `Referer` header. */
    readonly secretParameters?: readonly string[];
    readonly claims?: ClaimDefinition;
    /** Asked once per document and revision. */
    documentNeeds?(document: ResolvedDocument, forms: ReadonlySet<FormName>, site: Site): DocumentNeeds | null;
    /** Another document for the one that is to be shown. */
    instead?(shown: PlannedDocument, request: JourneyRequest): InsteadOfPage | null;
    /** @param kept What of the query links of the page keep, in the form `&a=b`. */
    page?(shown: PlannedDocument, request: JourneyRequest, kept: string): PageAddition | null;
    /** Values for holes of the deny page. */
    denied?(request: JourneyRequest): Readonly<Record<string, string>>;
    /** What it keeps in a browser. */
    readonly storedItems?: readonly StoredItem[];
    /** Where a message of a form leads on, by the key of the message; `null` when it does not. */
    messageLink?(message: string, site: Site): MessageLink | null;
  }
}

/** What a journey contributes to decisions; `journeys/<name>/decide/index.ts` exports one. */
export type Journey = SiteJourney;
