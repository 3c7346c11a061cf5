import type { Finding } from '#engine/base/finding.ts';
import type {
  ExperimentNamespace,
  ExperimentPrerequisite,
  ExperimentTargeting,
  RampStep,
  Guard,
  JourneyDocument,
  Meta,
  SiteDocument,
  TimeWindow,
} from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Brand } from './brand/brand.ts';

/** A document's path under `pages-config/` without `.json`, such as `landings/default`. */
export type DocumentId = string;

/** The folder of a document is its kind; `site` and `brand` are the files `site.json` and `brand.json`. */
export type DocumentKind = 'site' | 'brand' | 'page' | 'landing' | 'fragment' | 'experiment' | 'journey';

/**
 * One source of files; later layers win over earlier ones, file by file (files < published < draft).
 * Keys are paths from the project's root, values the text as written.
 */
export interface Layer {
  readonly name: 'files' | 'published' | 'draft';
  readonly files: ReadonlyMap<string, string>;
}

/** What differs per deployment and shows in a page: part of the site, so that pages stay pure functions of it. */
export interface Deployment {
  /** Begins and ends with `/`. */
  readonly basePath: string;
  /** Scheme and host without a trailing slash, such as `https://www.example.com`. */
  readonly publicOrigin: string;
  /** Reverse-domain scheme of the native app, such as `com.example.app`; empty when there is no app. */
  readonly webViewScheme: string;
  /** Name of the object by which the app's Android side is known to pages (`addJavascriptInterface`); left out when it has none. */
  readonly webViewBridge?: string;
  /** Sign-in to which members are taken by themselves; left out when they follow a link. */
  readonly loginUrl?: string;
  /** Other sites are only made up: links to them lead to the page that `demonstration` of the site document names. */
  readonly demonstration?: true;
  /** Container of the tag manager; left out where there is none. */
  readonly gtmContainerId?: string;
  /** What browsers must know before their first call (C4); left out where another server answers it, and they ask. */
  readonly startup?: Readonly<Record<string, string>>;
  /** Other hosts whose GraphQL API browsers call or subscribe at. */
  readonly apiOrigins?: readonly string[];
  /** Pages report their errors to the server; left out where it hands them on to nobody. */
  readonly reportsErrors?: true;
}

/** What a picture file holds, by its first bytes. */
export type PictureFile = ReadPicture | UnreadPicture;

export interface ReadPicture {
  readonly format: string;
  /** Pixels, the right way up. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** More than one in a picture that moves; one when left out. */
  readonly frames?: number;
}

export interface UnreadPicture {
  /** Why it cannot be read, as the decoder says it. */
  readonly problem: string;
}

/** What the package of a font holds. */
export type FontPackage = ReadFont | UnreadFont;

export interface ReadFont {
  /** Axes of variation by tag. */
  readonly axes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  /** Code points that its subsets draw. */
  readonly characters: ReadonlySet<number>;
}

export interface UnreadFont {
  /** Why it cannot be read, in words. */
  readonly problem: string;
}

/** Everything `resolve` reads; it never touches the disk itself. */
export interface ResolveInput {
  readonly layers: readonly Layer[];
  /** Paths of all pictures under `images/`, from the project's root. */
  readonly images: readonly string[];
  /** Of those that somebody looked at, which takes a decoder: by path. */
  readonly pictures?: ReadonlyMap<string, PictureFile>;
  /** Paths of all files under `pages-config/brand/`; unknown when left out. */
  readonly brandFiles?: readonly string[];
  /** Fonts of the brand that somebody looked at: by its role, `display` or `text`. */
  readonly fonts?: ReadonlyMap<string, FontPackage>;
  /** Files among documents, texts and pictures that nobody reads, such as `about-us.JSON`. */
  readonly strays?: readonly string[];
  /** Files that are only links to another file of the project, and which. */
  readonly links?: ReadonlyMap<string, string>;
  /** Files and folders that are there and cannot be read, each with the reason in words. */
  readonly unreadable?: ReadonlyMap<string, string>;
  /** What pages weigh in each language, where somebody rendered them. */
  readonly weights?: readonly PageWeight[];
  readonly deployment: Deployment;
  readonly journeys: Site['journeys'];
}

/** What the first visit of a page costs before anybody scrolls, in bytes on the wire. */
export interface PageWeight {
  readonly document: DocumentId;
  readonly locale: Locale;
  /** The page itself after Brotli, with the styles and scripts in it. */
  readonly html: number;
  /** Files of scripts that it loads at once. */
  readonly scripts: number;
  /** Pictures of the first screen on a phone; `null` while one of them is still to be made. */
  readonly pictures: number | null;
  /** What weighs most in it before compression, in words such as `the block "labels" (31,204 bytes)`; heaviest first. */
  readonly heaviest: readonly string[];
}

export type ResolveResult =
  | { readonly ok: true; readonly site: Site; readonly warnings: readonly Finding[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** The whole site after fragments, changes and texts came together. Frozen; a new revision is a new object. */
export interface Site {
  /** First 16 hex digits of SHA-256 over all documents, texts and the deployment. */
  readonly revision: string;
  readonly deployment: Deployment;
  readonly config: SiteDocument;
  readonly brand: Brand;
  /** Pages and landings (variants included) by id. Fragments are already inside them. */
  readonly documents: ReadonlyMap<DocumentId, ResolvedDocument>;
  /** Sorted by key, paused ones too. */
  readonly experiments: readonly ResolvedExperiment[];
  /** `texts.get('de')?.get('landing.hero.title')`; block strings are not in here. */
  readonly texts: ReadonlyMap<Locale, ReadonlyMap<string, string>>;
  /** Those of the project's manifest, in its order. */
  readonly journeys: readonly SiteJourney[];
  /** What documents say of journeys, by the name of the journey: `pages-config/journeys/<name>.json`. */
  readonly journeyDocuments: ReadonlyMap<string, JourneyDocument>;
}

/** A product that visitors go through, such as a registration. Rooms above declare what they ask of one. */
export interface SiteJourney {
  /** Name of its folder under `journeys/`. */
  readonly name: string;
}

/** A page or a landing as it will be rendered: no `extends`, no `changes`, no fragment reference left. */
export interface ResolvedDocument {
  readonly id: DocumentId;
  readonly kind: 'page' | 'landing';
  /** SHA-256 (hex) over the RFC 8785 form of this document without `hash`; texts are not part of it. */
  readonly hash: string;
  /** Where the document is written, from the project's root. */
  readonly file: string;
  /** The document this one extends, nearest first; empty for a whole document. */
  readonly bases: readonly DocumentId[];
  /** Pages only: path after the locale prefix, such as `/about-us`. */
  readonly route?: string;
  /** Landings only: path segment; the landing without a slug is `/`. */
  readonly slug?: string;
  readonly layout: string;
  readonly theme: 'day' | 'ink';
  readonly guards: readonly Guard[];
  readonly meta: Meta;
  /** 404: nothing is found at its address (R24). 500: it reports an error and answers with that status. */
  readonly status?: 404 | 500;
  readonly window?: TimeWindow;
  readonly flow?: string;
  readonly blocks: readonly ResolvedBlock[];
  /** Facets this document's markup depends on, sorted; see `Facets`. */
  readonly facets: readonly string[];
}

/** One block of a resolved document: the envelope apart from the block's own props. */
export interface ResolvedBlock {
  /** Unique in the document; blocks of a fragment are `<fragment block id>/<inner id>`. */
  readonly id: string;
  readonly type: string;
  /** An area of the document's layout. */
  readonly area: string;
  readonly window?: TimeWindow;
  /** Shown only when every named facet has the given value. */
  readonly when?: Readonly<Record<string, string>>;
  /** As written in the document, defaults of the schema filled in; bound to a locale by `compile`. */
  readonly props: Readonly<Record<string, unknown>>;
  readonly blocks: readonly ResolvedBlock[];
}

/** An experiment as it is written, every default filled in. */
export interface ResolvedExperiment {
  /** Name of its file, such as `short-hero`; what cookies, results and `?<key>=<index>` name it by. */
  readonly key: string;
  readonly file: string;
  readonly status: 'live' | 'paused';
  readonly hypothesis: string;
  /** The document whose visitors take part. */
  readonly document: DocumentId;
  /** Key of its GrowthBook feature. */
  readonly feature: string;
  /** The first one is the control. */
  readonly arms: readonly ExperimentArm[];
  /** Further pages on which visitors have the same arm; see `experimentsOn`. */
  readonly pages: readonly TestedPage[];
  /** Arms of other experiments that a visitor must have. */
  readonly prerequisites: readonly Readonly<ExperimentPrerequisite>[];
  /** Share of the visitors who take part, 0 to 1, as long as no step of the ramp has come; see `coverageAt`. */
  readonly coverage: number;
  /** From when larger shares take part, the first step first. */
  readonly ramp?: readonly Readonly<RampStep>[] | undefined;
  readonly targeting: Readonly<ExperimentTargeting>;
  readonly namespace?: Readonly<ExperimentNamespace>;
  /** From 1; rows and counters of each are apart. */
  readonly phase: number;
  readonly seed: string;
  /** What phases before this one were split by, the first one first. */
  readonly earlier: readonly RecordedPhase[];
  /** When visitors take part; always when absent. */
  readonly window?: TimeWindow | undefined;
  /** Event of the conversion that decides. */
  readonly metric: string;
  /** Events of conversions that must not suffer. */
  readonly guardrails: readonly string[];
  /** The smallest relative effect worth having. */
  readonly smallestEffect: number;
  /** Visitors of all arms that it is planned for; left out, as many as the smallest effect needs. */
  readonly visitors?: number | undefined;
  /** Id of the block that has to be seen before a visitor counts; who gets the page counts when absent (N26). */
  readonly exposeOn?: string | undefined;
  /** Bytes of one arm's HTML on the wire. */
  readonly bytes: number;
}

/** What an experiment does on one of its further pages. */
export interface TestedPage {
  readonly document: DocumentId;
  /** Key of the GrowthBook feature about this page. */
  readonly feature: string;
  /** The arms of the experiment, in its order. */
  readonly arms: readonly ExperimentArm[];
}

/** What a phase was split by. */
export interface RecordedPhase {
  /** From 1. */
  readonly phase: number;
  readonly feature: string;
  readonly seed: string;
  /** The control first; weights add up to 1. */
  readonly arms: readonly Pick<ExperimentArm, 'key' | 'weight'>[];
  /** See `ResolvedExperiment`. */
  readonly exposeOn?: string;
}

export interface ExperimentArm {
  readonly key: string;
  /** The tested document itself, or a variant of it. */
  readonly variant: DocumentId;
  /** Visitors are redirected to the variant's own address (X6); otherwise it is shown at the address of the tested document. */
  readonly redirects?: true;
  /** Share beside the other arms; all of them add up to 1. */
  readonly weight: number;
}

/**
 * Facet name → value. Facets are the small enums that change markup:
 * `inviter` (unknown | known), `webView` (no | yes), `consent` (unknown | refused | granted),
 * `window:<block id>` (before | open | after).
 */
export type Facets = Readonly<Record<string, string>>;
