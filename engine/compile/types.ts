import type { BlockForm, FormPhase, ShownForm } from '#engine/shared/shown-form.ts';
import type { Hole, TailValue } from '#engine/shared/hole.ts';
import type { DocumentId, Facets, ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { Text } from '#schemas/generated/documents.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Opening } from '#engine/shared/opening.ts';

export type { Hole, TailValue } from '#engine/shared/hole.ts';

export interface CompileInput {
  readonly site: Site;
  readonly document: DocumentId;
  readonly locale: Locale;
  /** Variants that replace the document. */
  readonly variations: readonly string[];
  /** Several combined variations, see `composeVariations`; only then. */
  readonly composed?: ResolvedDocument;
  readonly facets: Facets;
  /** Path for canonical, alternates and the language menu; differs from the document's own for pages in place. */
  readonly path: string;
  /** The page is sent at another URL, which its own one replaces in the browser (X6). */
  readonly moved?: boolean | undefined;
  /** Country of the visitor, whose figures claims show; preselected in fields for a country that offer it. */
  readonly country?: string | undefined;
  /** State of one of the page's forms; with input the page is private and never cached. */
  readonly formState?: FormState | undefined;
  /** Query results of blocks for this request, by block id; such a page is private and never cached. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** State of one of the page's forms: refused, or prefilled. */
export interface FormState {
  readonly form: ShownForm;
  /** Questions that its block adds to a journey's form. */
  readonly questions?: BlockForm | undefined;
  /** Input by field. */
  readonly values: Readonly<Record<string, string>>;
  /** Field → name of the visitor's value in it, for cacheable pages. */
  readonly holes?: Readonly<Record<string, string>>;
  /** Translation keys of messages, by field; for fields of form documents the broken rule. */
  readonly errors: Readonly<Record<string, string>>;
  /** Message about the form as a whole. */
  readonly refusal?: Text;
  /** Index of the current step of a form document; default: the first. */
  readonly stepIndex?: number;
  /** Content in place of the fields of a form document. */
  readonly phase?: FormPhase | undefined;
}

/** Bytes of a first visit before compression, as far as they are not in the markup. */
export interface ByteCost {
  readonly inlineScript: number;
  readonly inlineStyle: number;
  /** Images of the first screen that such a phone loads before scrolling: paths below the base path, bytes once they exist. */
  readonly firstImages: readonly { readonly path: string; readonly bytes: number | undefined }[];
}

/** A finished page except the visitor's values. Plain data, frozen, equal on every node. */
export interface Template {
  /** SHA-256 (hex) of all inputs, including the build id. */
  readonly key: string;
  readonly document: DocumentId;
  readonly locale: Locale;
  /** The beginning of the page, independent of the deployment. */
  readonly opening: Opening;
  /** The page up to its tail, in order: finished markup and holes. Pages share the strings of equal texts. */
  readonly parts: readonly (string | Hole)[];
  /** Everything after the tail. */
  readonly end: string;
  readonly tail: readonly TailValue[];
  readonly contentSecurityPolicy: string;
  /** `Link` header with preloads; empty when there is none. */
  readonly link: string;
  /** The representation for in-app navigation: the same rendering, split into the parts of a swap. */
  readonly navigation: NavigationParts;
  /** Names of the site's texts that it shows, see `formatTextName`, sorted: when one of them changes, the page does. */
  readonly texts: readonly string[];
  readonly cost: ByteCost;
}

export interface NavigationParts {
  readonly title: string;
  readonly locale: Locale;
  /** For right-to-left pages. */
  readonly dir?: 'rtl';
  readonly canonical: string;
  readonly css: string;
  readonly theme: 'day' | 'ink';
  /** Id of a brand other than the site's: pages of another one are loaded in full. */
  readonly brand?: string;
  /** Paths of modules that define the custom elements of the page. */
  readonly behaviours: readonly string[];
  /** Its content policy allows frames or videos, that of the page before may not: it is loaded in full. */
  readonly hasOwnPolicy?: true;
  /** Inner markup of `body`, with holes. */
  readonly body: readonly (string | Hole)[];
}

/** The interface between the server (no JSX) and rendering. Only plain data crosses it. */
export interface Compiler {
  /** Identifies the rendering code: part of every template key. */
  readonly buildId: string;
  /** Identifies the images, videos, fonts and icons of a document's page in its brand, and its own link preview. */
  identifyAssets(site: Site, document: ResolvedDocument, locale: Locale): string;
  compile(input: CompileInput): Promise<Template>;
}

/** Client code of the build. */
export interface ClientScripts {
  /** The loader's code, inlined into pages that have islands. */
  readonly loader: string;
  /** The code of `engine/client/moved.ts`, inlined into pages that an experiment sends at another URL. */
  readonly moved: string;
  /** The code of `engine/client/watcher.ts`, inlined where errors are reported. */
  readonly watcher: string;
  /** Modules by name: `start`, `islands`, `tracking`, `seen`, `island-<type>`, `behaviour-<type>`, and the elements of journeys. */
  readonly modules: Readonly<Record<string, ClientModule>>;
}

/** Paths below the base path. */
export interface ClientModule {
  readonly file: string;
  /** Everything it imports statically, directly or not. */
  readonly imports: readonly string[];
}

/** Images and fonts ready for the web; written by the build, read by `compile`. */
export interface AssetManifest {
  /** Key: `buildImageKeys(reference)` of `engine/compile/assets/image-key.ts`. */
  readonly images: Readonly<Record<string, PreparedImage>>;
  readonly fonts: PreparedFonts;
  /** Link previews (JPEG, 1200 × 630): key `<document>:<locale>`, value a path below the base path. */
  readonly openGraph: Readonly<Record<string, string>>;
  readonly icons: PreparedIcons;
  /** Videos and their captions: path from the project's root → path below the base path; absent without one. */
  readonly videos?: Readonly<Record<string, string>>;
  /** Fonts and icons of further brands by id; absent without one. */
  readonly brands?: Readonly<Record<DocumentId, Pick<AssetManifest, 'fonts' | 'icons'>>>;
}

/** Paths below the base path. */
export interface PreparedIcons {
  /** For the browser's tab, SVG. */
  readonly svg: string;
  /** For home screens, PNG 180 × 180. */
  readonly touch: string;
}

export interface PreparedImage {
  readonly width: number;
  readonly height: number;
  /** Mean colour as `#rrggbb`, shown until the image is loaded. */
  readonly colour: string;
  readonly derivatives: readonly ImageDerivative[];
}

export interface ImageDerivative {
  readonly format: 'avif' | 'webp' | 'jpeg';
  readonly width: number;
  /** Path below the base path, such as `assets/images/wine-29.3f9c2a1b.960.avif`. */
  readonly path: string;
  /** Unknown until the file exists. */
  readonly bytes?: number | undefined;
}

export interface PreparedFonts {
  /** `@font-face` rules with `{base}` in place of the base path. */
  readonly css: string;
  /** Paths below the base path of the font faces of the first screen. */
  readonly preload: readonly string[];
}
