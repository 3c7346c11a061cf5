import type { Finding } from '#engine/shared/finding.ts';
import type {
  ExperimentNamespace,
  ExperimentPrerequisite,
  ExperimentTargeting,
  FormDocument,
  RampStep,
  Guard,
  JourneyDocument,
  Meta,
  SiteDocument,
  TimeWindow,
} from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Brand, FurtherBrand } from './brand/brand.ts';
import type { CheckCache } from './check-cache.ts';

/** A document's path under `pages-config/` without `.json`, such as `landings/default`. */
export type DocumentId = string;

/** The folder of a document is its kind; `site` is the file `site.json`, a `brand` the file `brand.json` or in `brands/`. */
export type DocumentKind = 'site' | 'brand' | 'page' | 'landing' | 'fragment' | 'experiment' | 'journey' | 'form';

/**
 * One source of files; later layers win over earlier ones, file by file (files < published < draft).
 * Keys are paths from the project's root, values the text as written.
 */
export interface Layer {
  readonly name: 'files' | 'published' | 'draft';
  readonly files: ReadonlyMap<string, string>;
}

/** Settings of a deployment that appear in pages: part of the site, so that pages are pure functions of it. */
export interface Deployment {
  /** Starts and ends with `/`. */
  readonly basePath: string;
  /** Scheme and host without a trailing slash, such as `https://www.example.com`. */
  readonly publicOrigin: string;
  /** Reverse-domain scheme of the native app, such as `com.example.app`; empty when there is no app. */
  readonly webViewScheme: string;
  /** Name of the object in the app's Android web view (`addJavascriptInterface`); absent without one. */
  readonly webViewBridge?: string;
  /** Sign-in to which members are redirected; absent if they follow a link. */
  readonly loginUrl?: string;
  /** Demo mode: links to other sites lead to the page that `demonstration` of the site document names. */
  readonly demonstration?: true;
  /** Container of the tag manager; absent without one. */
  readonly gtmContainerId?: string;
  /** Settings that browsers need before their first call (C4); absent if another server provides them. */
  readonly startup?: Readonly<Record<string, string>>;
  /** Whether another server provides GraphQL; it does not accept answers to questions of form documents. */
  readonly isGraphqlForeign?: true;
  /** Other hosts whose GraphQL API browsers call or subscribe at. */
  readonly apiOrigins?: readonly string[];
  /** Targets that form documents may name as webhooks; unknown if absent. */
  readonly webhooks?: readonly string[];
  /** Pages report their errors to the server; absent if it does not forward them. */
  readonly reportsErrors?: true;
}

/** Content of an image file, from its header. */
export type ImageFile = ReadImage | UnreadImage;

export interface ReadImage {
  readonly format: string;
  /** Pixels, after rotation. */
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  /** Number of frames; default: one. */
  readonly frames?: number;
  /** Whether its colours are those of print (CMYK). */
  readonly isOfPrint?: true;
}

export interface UnreadImage {
  /** Error message of the decoder. */
  readonly problem: string;
}

/** Content of a video or of captions. */
export interface VideoContent {
  /** By its first bytes; `null` for another format. */
  readonly format: 'mp4' | 'webm' | 'vtt' | null;
  readonly bytes: number;
  /** Why browsers cannot play or show it. */
  readonly problem?: string;
  /** Line of the problem in a file of captions. */
  readonly line?: number;
  /** Length of an MP4. */
  readonly seconds?: number;
  /** The last captions of a file of captions. */
  readonly last?: { readonly line: number; readonly from: number; readonly to: number };
}

/** Content of a font package. */
export type FontPackage = ReadFont | UnreadFont;

export interface ReadFont {
  /** Axes of variation by tag. */
  readonly axes: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
  /** Code points of its subsets. */
  readonly characters: ReadonlySet<number>;
}

export interface UnreadFont {
  /** Error message. */
  readonly problem: string;
  /** Position relative to the font in the brand document; default: the package. */
  readonly path?: readonly (string | number)[] | undefined;
}

/** All inputs of `resolve`, which does not access the disk. */
export interface ResolveInput {
  readonly layers: readonly Layer[];
  /** Paths of all images under `images/`, from the project's root. */
  readonly images: readonly string[];
  /** Content of inspected images, by path; inspecting needs a decoder. */
  readonly imageFiles?: ReadonlyMap<string, ImageFile>;
  /** Content of all files under `videos/`, by path; unknown if absent. */
  readonly videoFiles?: ReadonlyMap<string, VideoContent>;
  /** Paths of all files under `pages-config/brand/`; unknown if absent. */
  readonly brandFiles?: readonly string[];
  /** Inspected fonts of the brands, by `buildFontKey`. */
  readonly fonts?: ReadonlyMap<string, FontPackage>;
  /** Ignored files among documents, texts and images, such as `about-us.JSON`. */
  readonly strays?: readonly string[];
  /** Symbolic links to another file of the project, with their target. */
  readonly links?: ReadonlyMap<string, string>;
  /** Unreadable files and folders, each with the reason. */
  readonly unreadable?: ReadonlyMap<string, string>;
  /** Sizes of rendered pages in each language. */
  readonly weights?: readonly PageWeight[];
  /** Crops that no encoder brings within the limit of their grade. */
  readonly crossing?: readonly GradedCrop[];
  /** Cache of parts without findings; does not affect the findings. */
  readonly checkCache?: CheckCache;
  readonly deployment: Deployment;
  readonly journeys: Site['journeys'];
}

/** A part of an image, in fractions of its size, with text on it, and its grade. */
export interface GradedCrop {
  readonly src: string;
  readonly grade: 'dark' | 'light';
  readonly crop: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** Bytes of a first visit before scrolling, as sent. */
export interface PageWeight {
  readonly document: DocumentId;
  readonly locale: Locale;
  /** The page itself after Brotli, with the styles and scripts in it. */
  readonly html: number;
  /** Script files that it loads immediately. */
  readonly scripts: number;
  /** Images of the first screen on a phone; `null` while one of them does not exist. */
  readonly images: number | null;
  /** Largest parts before compression, such as `the block "labels" (31,204 bytes)`, largest first. */
  readonly heaviest: readonly string[];
}

export type ResolveResult =
  | { readonly ok: true; readonly site: Site; readonly warnings: readonly Finding[] }
  | { readonly ok: false; readonly findings: readonly Finding[] };

/** The resolved site. Frozen; a new revision is a new object. */
export interface Site {
  /** First 16 hex digits of SHA-256 over all documents, texts and the deployment. */
  readonly revision: string;
  readonly deployment: Deployment;
  readonly config: SiteDocument;
  readonly brand: Brand;
  /** Further brands by id, such as `brands/osteria`; see `selectSiteOfBrand`. */
  readonly brands: ReadonlyMap<DocumentId, FurtherBrand>;
  /** Pages and landings (with variants) by id, with resolved fragments. */
  readonly documents: ReadonlyMap<DocumentId, ResolvedDocument>;
  /** Sorted by key, paused ones too. */
  readonly experiments: readonly ResolvedExperiment[];
  /** `texts.get('de')?.get('landing.hero.title')`; block strings are not in here. */
  readonly texts: ReadonlyMap<Locale, ReadonlyMap<string, string>>;
  /** Registered journeys, in order. */
  readonly journeys: readonly SiteJourney[];
  /** Form documents by id, such as `forms/press`. */
  readonly forms: ReadonlyMap<DocumentId, FormDocument>;
  /** Documents of journeys by name: `pages-config/journeys/<name>.json`. */
  readonly journeyDocuments: ReadonlyMap<string, JourneyDocument>;
}

/** A plug-in such as a newsletter. Modules above declare its interface. */
export interface SiteJourney {
  /** Name of its folder under `journeys/`. */
  readonly name: string;
}

/** A resolved page or landing: without `extends`, `changes` and fragment references. */
export interface ResolvedDocument {
  readonly id: DocumentId;
  readonly kind: 'page' | 'landing';
  /** SHA-256 (hex) over the RFC 8785 form of this document without `hash`; texts are not part of it. */
  readonly hash: string;
  /** Where the document is written, from the project's root. */
  readonly file: string;
  /** The documents this one extends, nearest first; empty for a complete document. */
  readonly bases: readonly DocumentId[];
  /** Pages only: path after the locale prefix, such as `/about-us`. */
  readonly route?: string;
  /** Landings only: path segment; the landing without a slug is `/`. */
  readonly slug?: string;
  /** Paths after the locale prefix in languages where they differ from `route` or `slug`. */
  readonly addresses?: Readonly<Partial<Record<Locale, string>>>;
  readonly layout: string;
  readonly theme: 'day' | 'ink';
  /** Id of its brand; that of the site when absent. */
  readonly brand?: DocumentId;
  readonly guards: readonly Guard[];
  readonly meta: Meta;
  /** 404: the page is not found (R24). 500: an error page with that status. */
  readonly status?: 404 | 500;
  readonly window?: TimeWindow;
  readonly flow?: string;
  readonly blocks: readonly ResolvedBlock[];
  /** Facets this document's markup depends on, sorted; see `Facets`. */
  readonly facets: readonly string[];
}

/** One block of a resolved document: the envelope and the block's own props. */
export interface ResolvedBlock {
  /** Unique in the document; blocks of a fragment are `<fragment block id>/<inner id>`. */
  readonly id: string;
  readonly type: string;
  /** An area of the document's layout. */
  readonly area: string;
  /** Slot of the block around it; absent for its plain children, and for blocks inside no other. */
  readonly slot?: string;
  readonly window?: TimeWindow;
  /** Shown only when every named facet has the given value. */
  readonly when?: Readonly<Record<string, string>>;
  /** As in the document, with defaults of the schema; `compile` binds them to a locale. */
  readonly props: Readonly<Record<string, unknown>>;
  readonly blocks: readonly ResolvedBlock[];
}

/** An experiment with all defaults. */
export interface ResolvedExperiment {
  /** Its file name, such as `short-hero`; used in cookies, results and `?<key>=<index>`. */
  readonly key: string;
  readonly file: string;
  readonly status: 'live' | 'paused';
  readonly hypothesis: string;
  /** The document whose visitors take part. */
  readonly document: DocumentId;
  /** Key of its GrowthBook feature. */
  readonly feature: string;
  /** The first one is the control. */
  readonly variations: readonly ResolvedVariation[];
  /** Further pages on which visitors have the same variation; see `experimentsOn`. */
  readonly pages: readonly TestedPage[];
  /** Variations of other experiments that a visitor must have. */
  readonly prerequisites: readonly Readonly<ExperimentPrerequisite>[];
  /** Share of visitors who take part, 0 to 1, before the first step of the ramp; see `computeCoverage`. */
  readonly coverage: number;
  /** Steps of the ramp, in chronological order. */
  readonly ramp?: readonly Readonly<RampStep>[] | undefined;
  readonly targeting: Readonly<ExperimentTargeting>;
  readonly namespace?: Readonly<ExperimentNamespace>;
  /** From 1; each has its own rows and counters. */
  readonly phase: number;
  readonly seed: string;
  /** Splits of earlier phases, in order. */
  readonly earlier: readonly RecordedPhase[];
  /** When visitors take part; always when absent. */
  readonly window?: TimeWindow | undefined;
  /** An event. */
  readonly goalMetric: string;
  /** Events of the guardrails. */
  readonly guardrails: readonly string[];
  /** Relative. */
  readonly minimumDetectableEffect: number;
  /** Visitors of all variations together; by default as many as the minimum detectable effect needs. */
  readonly targetSampleSize?: number | undefined;
  /** Id of the block that a visitor has to see to be counted; by default visitors count with the page (N26). */
  readonly exposeOn?: string | undefined;
  /** Size budget of one variation's HTML in bytes as sent. */
  readonly bytes: number;
}

/** An experiment on one of its further pages. */
export interface TestedPage {
  readonly document: DocumentId;
  /** Key of the GrowthBook feature about this page. */
  readonly feature: string;
  /** The variations of the experiment, in order. */
  readonly variations: readonly ResolvedVariation[];
}

/** The split of a phase. */
export interface RecordedPhase {
  /** From 1. */
  readonly phase: number;
  readonly feature: string;
  readonly seed: string;
  /** The control first; weights add up to 1. */
  readonly variations: readonly Pick<ResolvedVariation, 'key' | 'weight'>[];
  /** See `ResolvedExperiment`. */
  readonly exposeOn?: string;
  /** Of the rest, as the record has it: another one shows that the entry was edited. Absent in records before version 2.1. */
  readonly hash?: string;
}

export interface ResolvedVariation {
  readonly key: string;
  /** The tested document itself, or a variant of it. */
  readonly variant: DocumentId;
  /** Visitors are redirected to the variant's own URL (X6); otherwise it is shown at the URL of the tested document. */
  readonly redirects?: true;
  /** Weight; those of all variations add up to 1. */
  readonly weight: number;
}

/**
 * Facet name → value. Facets are the small enums that change markup:
 * `webView` (no | yes), `consent` (unknown | refused | granted),
 * `window:<block id>` (before | open | after).
 */
export type Facets = Readonly<Record<string, string>>;
