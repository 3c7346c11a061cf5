/* What the studio and its server say to each other. Both sides are of the same build. */
import type { Severity } from '#engine/shared/finding.ts';
import type { LibraryMetadata } from '#engine/documents/choose-image.ts';
import type { ImpactedPage, PageSize } from '#engine/documents/impact/draft-impact.ts';
import type { ShownVariation } from '#engine/documents/impact/group-variations.ts';
import type { FormPreview } from '#engine/documents/forms/form-views.ts';
import type { JsonObject } from '#engine/documents/json.ts';
import type { Path } from '#engine/documents/source-location.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

export type FieldKind =
  | 'text'
  | 'choice'
  | 'boolean'
  | 'number'
  | 'string'
  | 'target'
  | 'moment'
  /** The path of an image. */
  | 'picture'
  | 'icon'
  /** A name of the site, or one known to all browsers. */
  | 'name'
  | 'object'
  | 'list'
  /** A value that can only be edited as JSON. */
  | 'other';

/** Kinds of names: form documents, steps and flows of journeys, further brands, IANA time zones. */
export type NamedThing = 'forms' | 'steps' | 'flows' | 'brands' | 'zones';

/** A property of a block, or an item of a list property (with an empty name). */
export interface StudioField {
  readonly name: string;
  readonly description: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** For `name`. */
  readonly names?: NamedThing;
  /** For a choice, and for icons. */
  readonly options?: readonly (string | number)[];
  /** Default value. */
  readonly usual?: string | number | boolean;
  /** For a number. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isWhole?: boolean;
  /** For a boolean that is `true` or absent. */
  readonly isTrueOnly?: boolean;
  /** For an object. */
  readonly fields?: readonly StudioField[];
  /** For an object whose properties depend on one of them: its name, and all properties by its value. */
  readonly by?: string;
  readonly variants?: Readonly<Record<string, readonly StudioField[]>>;
  /** For a text that is shown in all languages at first. */
  readonly isWide?: boolean;
  /** For a list. */
  readonly item?: StudioField;
}

export interface WrittenPlace {
  readonly file: string;
  readonly path: Path;
}

/** A block of the page, or the use of a fragment with its blocks. */
export interface OutlineBlock {
  /** Id on the page. */
  readonly id: string;
  /** Empty for the use of a fragment. */
  readonly type: string;
  /** Document of the fragment. */
  readonly fragment?: string;
  readonly place: WrittenPlace;
  /** Positions of properties that a variant has changed, by name. */
  readonly moved: Readonly<Record<string, WrittenPlace>>;
  readonly blocks: readonly OutlineBlock[];
}

export interface StudioFile {
  readonly path: string;
  readonly text: string;
  /** Version in the draft; 0 when the draft does not contain it. */
  readonly version: number;
  /** Whether edits of this page may change it: false for the base of a variant. */
  readonly isOwn: boolean;
}

export interface StudioFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string;
  /** Path in the notation of findings; empty for the whole file. */
  readonly path: string;
  /** For a finding about a text. */
  readonly text?: { readonly key: string; readonly locale: Locale } | undefined;
}

export type TextsByKey = Readonly<Record<string, Readonly<Partial<Record<Locale, string>>>>>;

/** The opened document. */
export interface StudioDocument {
  readonly document: string;
  readonly title: string;
  readonly draft: { readonly id: string; readonly name: string };
  /** Base of a variant. */
  readonly base?: string;
  readonly files: readonly StudioFile[];
  readonly texts: TextsByKey;
  /** Published versions of texts that the draft changes, without those of languages whose translation was confirmed. */
  readonly publishedTexts: TextsByKey;
  /** Other documents with a text, by its key. */
  readonly sharedTexts: Readonly<Record<string, readonly string[]>>;
  readonly outline: readonly OutlineBlock[];
  /** By block type. */
  readonly fields: Readonly<Record<string, readonly StudioField[]>>;
  /** Possible targets of links. */
  readonly targets: readonly string[];
  /** Images of the library, uploads first. */
  readonly images: readonly StudioImage[];
  readonly forms: readonly StudioForm[];
  /** Properties of the page itself; of a variant those that it has beside its changes. */
  readonly pageFields: readonly StudioField[];
  /** Properties of a form document. */
  readonly formFields: readonly StudioField[];
  /** Steps of the journeys. */
  readonly steps: readonly string[];
  readonly flows: readonly string[];
  readonly brands: readonly string[];
  /** The document, the documents it is a variant of, and its variants. */
  readonly versions: readonly PageVersion[];
  /** Claims for texts. */
  readonly claims: readonly StudioClaim[];
}

/** A form document that blocks may show. */
export interface StudioForm {
  readonly document: string;
  readonly file: string;
  /** Other pages that show it. */
  readonly others: readonly string[];
}

/** A version of the page for comparison. */
export interface PageVersion {
  readonly document: string;
  readonly title: string;
  /** Whether a published version exists. */
  readonly isPublished: boolean;
  readonly forms: readonly PageForm[];
}

/** A block with a form, and what previews can show of it. */
export interface PageForm {
  readonly block: string;
  readonly type: string;
  readonly views: readonly FormPreview[];
}

/** A claim of the site. */
export interface StudioClaim {
  readonly name: string;
  /** Formatted per language. */
  readonly shown: Readonly<Partial<Record<Locale, string>>>;
}

export interface StudioImage {
  readonly path: string;
  readonly name: string;
  /** Texts of the library; `null` for an image of the build. */
  readonly metadata: LibraryMetadata | null;
}

export type UploadResponse =
  | { readonly code: 'UPLOADED'; readonly image: StudioImage }
  | { readonly code: 'REFUSED'; readonly message: string };

export type VariationResponse =
  | { readonly code: 'CREATED'; readonly document: string }
  | { readonly code: 'REFUSED'; readonly message: string };

/** Blocks available for insertion. */
export interface StudioBlocks {
  readonly examples: readonly BlockExample[];
  /** Texts of examples by key. */
  readonly texts: TextsByKey;
  /** By block type. */
  readonly fields: Readonly<Record<string, readonly StudioField[]>>;
  /** Slots by block type. */
  readonly slots: Readonly<Record<string, readonly InnerSlot[]>>;
  readonly fragments: readonly StudioFragment[];
}

/** A document of shared blocks. */
export interface StudioFragment {
  readonly document: string;
  /** Type of its first block. */
  readonly type: string;
}

/** A slot of a block. */
export interface InnerSlot {
  /** Empty for children outside of slots. */
  readonly name: string;
  readonly types: readonly string[];
  /** Maximum number of blocks. */
  readonly max?: number | undefined;
}

export interface BlockExample {
  readonly type: string;
  readonly name: string;
  readonly block: JsonObject;
}

/** Conditions of the preview. */
export interface PreviewConditions {
  /** Local time of the site such as `2026-11-27T00:00`; empty for the present. */
  readonly at: string;
  /** Consent state. */
  readonly consent: 'unknown' | 'refused';
  /** View of the form in a block. */
  readonly form?: FormPreview;
  readonly formBlock?: string;
}

export interface StudioTextEdit {
  readonly key: string;
  readonly locale: Locale;
  /** Content when it was opened or last saved. */
  readonly was: string;
  readonly value: string;
}

export interface StudioFileEdit {
  readonly path: string;
  readonly content: string;
  readonly version: number;
}

/** All unsaved changes. */
export interface StudioEdits {
  readonly files: readonly StudioFileEdit[];
  readonly texts: readonly StudioTextEdit[];
}

/** Another user working in the draft. */
export interface Colleague {
  readonly name: string;
  /** Time of their last save in milliseconds since the epoch. */
  readonly at: number;
}

interface PreviewFacts {
  readonly findings: readonly StudioFinding[];
  /** Absent when the document cannot be read. */
  readonly outline?: readonly OutlineBlock[];
  readonly colleague: Colleague | null;
}

export type PreviewResponse =
  | (PreviewFacts & { readonly code: 'RENDERED'; readonly html: string })
  /** With errors that prevent rendering. */
  | (PreviewFacts & { readonly code: 'REFUSED' })
  | { readonly code: 'GONE' };

export type SaveResponse =
  | { readonly code: 'SAVED'; readonly versions: Readonly<Record<string, number>> }
  /** Concurrent changes by others; nothing was saved. */
  | {
      readonly code: 'CONFLICT';
      readonly files: readonly Pick<StudioFile, 'path' | 'text' | 'version'>[];
      readonly texts: readonly (Pick<StudioTextEdit, 'key' | 'locale'> & { readonly value: string })[];
    }
  | { readonly code: 'REFUSED'; readonly message: string }
  | { readonly code: 'GONE' };

/** A page that the draft changes, as it is listed. */
export interface ListedImpact extends ImpactedPage {
  readonly title: string;
  /** Of the page that it is a variant of; `null` for no variant. */
  readonly baseTitle: string | null;
  readonly variations: readonly ShownVariation[];
}

/** What the draft changes for visitors: the figures of the page that publishes it. */
export interface StudioImpact {
  readonly pages: readonly ListedImpact[];
  /** Keys of running experiments that show what changes. */
  readonly experiments: readonly string[];
  /** Size of the opened page; `null` for one that is neither published nor can be created. */
  readonly size: PageSize | null;
}

/** Start-up data of the studio. */
export interface StudioStart {
  readonly locale: Locale;
  readonly texts: Readonly<Record<string, string>>;
  readonly locales: readonly Locale[];
  readonly document: string;
  readonly draft: string;
  readonly addresses: {
    readonly open: string;
    readonly blocks: string;
    /** Completed by `&locale=`. */
    readonly impact: string;
    /** Address of a page of the draft, to be completed by `&document=` and `&locale=`; with `&published=yes` of the live page. */
    readonly frame: string;
    readonly preview: string;
    readonly save: string;
    readonly upload: string;
    /** Address of the page of a rule, to be completed by `?rule=`. */
    readonly rule: string;
    /** Address of a thumbnail, to be completed by `?path=`. */
    readonly image: string;
    readonly media: string;
    /** Address of the document in the admin area. */
    readonly back: string;
    /** Its page settings there. */
    readonly settings: string;
    readonly publish: string;
    readonly variation: string;
    /** Address of the studio for a document of the draft, to be completed by `&document=`. */
    readonly studio: string;
    /** Address of the page that plans experiments; empty without the permission. */
    readonly experiment: string;
  };
  /** Hidden form fields, with the CSRF token. */
  readonly hidden: Readonly<Record<string, string>>;
}
