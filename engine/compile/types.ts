import type { Hole, TailValue } from '#engine/base/hole.ts';
import type { DocumentId, Facets, ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

export type { Hole, TailValue } from '#engine/base/hole.ts';

export interface CompileInput {
  readonly site: Site;
  readonly document: DocumentId;
  readonly locale: Locale;
  /** Variants in the place of the document. */
  readonly arms: readonly string[];
  /** Several arms put together, see `composeArms`; only then. */
  readonly composed?: ResolvedDocument;
  readonly facets: Facets;
  /** Path that canonical, alternates and the language menu point to; differs from the document's own for pages in place. */
  readonly path: string;
  /** The page is sent at another address, which its own one replaces in the browser (X6). */
  readonly moved?: boolean | undefined;
  /** Chosen beforehand in fields for a country, where they offer it. */
  readonly country?: string | undefined;
  /** What one of the page's forms has to say; with typed values in it the page belongs to that visitor and is never kept. */
  readonly formState?: FormState | undefined;
  /** What blocks show that was asked for this request, by block id; such a page belongs to one visitor and is never kept. */
  readonly data?: Readonly<Record<string, unknown>> | undefined;
}

/** What one of the page's forms has to say: it was refused, or is begun with what is known. */
export interface FormState {
  readonly form: FormName;
  /** What was typed, by field. */
  readonly values: Readonly<Record<string, string>>;
  /** Field → name of the visitor's value that is in it, for pages that are kept. */
  readonly holes?: Readonly<Record<string, string>>;
  /** Translation keys of messages, by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** Translation key of what is wrong with the form as a whole. */
  readonly refusal?: string;
}

/** What a first visit of this page costs, in bytes before compression, as far as its markup does not say it. */
export interface ByteCost {
  readonly inlineScript: number;
  readonly inlineStyle: number;
  /** Pictures of the first screen that such a phone loads before anybody scrolls: paths below the base path, bytes once they are made. */
  readonly firstPictures: readonly { readonly path: string; readonly bytes: number | undefined }[];
}

/** A finished page but for the visitor's values. Plain data, frozen, equal on every node. */
export interface Template {
  /** SHA-256 (hex) of everything it was made from, build id included. */
  readonly key: string;
  readonly document: DocumentId;
  readonly locale: Locale;
  /** The page up to its tail, in order: finished markup and holes. Texts that other pages have, too, are the same strings there. */
  readonly parts: readonly (string | Hole)[];
  /** Everything after the tail. */
  readonly end: string;
  readonly tail: readonly TailValue[];
  readonly contentSecurityPolicy: string;
  /** `Link` header with preloads; empty when there is none. */
  readonly link: string;
  /** The second representation for in-app navigation: same render, cut into what a swap needs. */
  readonly navigation: NavigationParts;
  readonly cost: ByteCost;
}

export interface NavigationParts {
  readonly title: string;
  readonly locale: Locale;
  /** Of pages that are read from right to left. */
  readonly dir?: 'rtl';
  readonly canonical: string;
  readonly css: string;
  readonly theme: 'day' | 'ink';
  /** Paths of modules that define the custom elements of the page. */
  readonly behaviours: readonly string[];
  /** Inner markup of `body`, with holes. */
  readonly body: readonly (string | Hole)[];
}

/** The one seam between the server (no JSX) and rendering. Only plain data crosses it. */
export interface Compiler {
  /** Names the code that renders: part of every template key. */
  readonly buildId: string;
  /** Names what a page of a document knows of pictures and fonts: all of them, and its own link preview. */
  assetsOf(document: DocumentId, locale: Locale): string;
  compile(input: CompileInput): Promise<Template>;
}

/** What was built for browsers. */
export interface ClientScripts {
  /** The loader's code, inlined into pages that have islands. */
  readonly loader: string;
  /** The code of `engine/client/moved.ts`, inlined into pages that an experiment sends at another address. */
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

/** Pictures and fonts made ready for the web; written by the build, read by `compile`. */
export interface AssetManifest {
  /** Key: `imageKeys(reference)` of `engine/compile/assets/image-key.ts`. */
  readonly images: Readonly<Record<string, PreparedImage>>;
  readonly fonts: PreparedFonts;
  /** Link previews (JPEG, 1200 × 630): key `<document>:<locale>`, value a path below the base path. */
  readonly openGraph: Readonly<Record<string, string>>;
  readonly icons: PreparedIcons;
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
  /** Mean colour as `#rrggbb`, painted until the picture is there. */
  readonly colour: string;
  readonly derivatives: readonly ImageDerivative[];
}

export interface ImageDerivative {
  readonly format: 'avif' | 'webp' | 'jpeg';
  readonly width: number;
  /** Path below the base path, such as `assets/images/wine-29.3f9c2a1b.960.avif`. */
  readonly path: string;
  /** Unknown while the file is not made. */
  readonly bytes?: number | undefined;
}

export interface PreparedFonts {
  /** `@font-face` rules with `{base}` where the base path goes. */
  readonly css: string;
  /** Paths below the base path of the faces that the first screen needs. */
  readonly preload: readonly string[];
}
