/* What the studio and its server say to each other. Both sides are of the same build. */
import type { Severity } from '#engine/shared/finding.ts';
import type { LibraryWords } from '#engine/documents/choose-image.ts';
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
  /** One of the names that the site, or every browser, has of something. */
  | 'name'
  | 'object'
  | 'list'
  /** Of a shape that only the JSON of the document can change. */
  | 'other';

/** What a property may name: a document of a form, a step of a journey, an IANA time zone. */
export type NamedThing = 'forms' | 'steps' | 'zones';

/** A property of a block, or an item of one of its lists (with an empty name). */
export interface StudioField {
  readonly name: string;
  readonly description: string;
  readonly kind: FieldKind;
  readonly isRequired: boolean;
  /** Of a name. */
  readonly names?: NamedThing;
  /** Of a choice, or the icons. */
  readonly options?: readonly (string | number)[];
  /** What holds while nothing is written. */
  readonly usual?: string | number | boolean;
  /** Of a number. */
  readonly minimum?: number;
  readonly maximum?: number;
  readonly isWhole?: boolean;
  /** Of a boolean that may be true or left out. */
  readonly isTrueOnly?: boolean;
  /** Of an object. */
  readonly fields?: readonly StudioField[];
  /** Of a list. */
  readonly item?: StudioField;
}

export interface WrittenPlace {
  readonly file: string;
  readonly path: Path;
}

/** A block of the page, or the use of a fragment with the blocks of that. */
export interface OutlineBlock {
  /** As the page has it. */
  readonly id: string;
  /** Empty for the use of a fragment. */
  readonly type: string;
  /** Document of the fragment. */
  readonly fragment?: string;
  readonly place: WrittenPlace;
  /** Places of properties that a variant has changed, by their names. */
  readonly moved: Readonly<Record<string, WrittenPlace>>;
  readonly blocks: readonly OutlineBlock[];
}

export interface StudioFile {
  readonly path: string;
  readonly text: string;
  /** In the draft; 0 while it is not in it. */
  readonly version: number;
  /** Whether edits of this page are written to it: not to the base of a variant. */
  readonly isOwn: boolean;
}

export interface StudioFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly file: string;
  /** In the notation of findings; empty for the whole file. */
  readonly path: string;
  /** Of a finding about a text. */
  readonly text?: { readonly key: string; readonly locale: Locale } | undefined;
}

export type TextsByKey = Readonly<Record<string, Readonly<Partial<Record<Locale, string>>>>>;

/** What the studio opens. */
export interface StudioDocument {
  readonly document: string;
  readonly title: string;
  readonly draft: { readonly id: string; readonly name: string };
  /** The base of a variant. */
  readonly base?: string;
  readonly files: readonly StudioFile[];
  readonly texts: TextsByKey;
  /** Other documents that show a text, by its key. */
  readonly sharedTexts: Readonly<Record<string, readonly string[]>>;
  readonly outline: readonly OutlineBlock[];
  /** By type of block. */
  readonly fields: Readonly<Record<string, readonly StudioField[]>>;
  /** Where links may lead. */
  readonly targets: readonly string[];
  /** The library, uploads first. */
  readonly images: readonly StudioImage[];
  readonly forms: readonly string[];
  /** Of the journeys. */
  readonly steps: readonly string[];
  /** Pages that the document is a variant of, and its variants; the document itself first. */
  readonly versions: readonly PageVersion[];
  /** Figures that texts may name. */
  readonly claims: readonly StudioClaim[];
}

/** A page that is compared with others of its kind. */
export interface PageVersion {
  readonly document: string;
  readonly title: string;
  /** Whether visitors get it already, as it was before the draft. */
  readonly isPublished: boolean;
}

/** A figure of the site. */
export interface StudioClaim {
  readonly name: string;
  /** As each language writes it. */
  readonly shown: Readonly<Partial<Record<Locale, string>>>;
}

export interface StudioImage {
  readonly path: string;
  readonly name: string;
  /** What the library says of it; `null` for an image of the build. */
  readonly words: LibraryWords | null;
}

export type UploadAnswer =
  | { readonly code: 'UPLOADED'; readonly image: StudioImage }
  | { readonly code: 'REFUSED'; readonly message: string };

/** Blocks that may be inserted. */
export interface StudioBlocks {
  readonly examples: readonly BlockExample[];
  /** Texts that examples name by their keys. */
  readonly texts: TextsByKey;
  /** By type of block. */
  readonly fields: Readonly<Record<string, readonly StudioField[]>>;
  /** Where blocks stand inside others, by the type of these. */
  readonly slots: Readonly<Record<string, readonly InnerSlot[]>>;
}

/** A place for blocks inside a block. */
export interface InnerSlot {
  /** Empty for blocks in no slot. */
  readonly name: string;
  readonly types: readonly string[];
  /** Number of blocks. */
  readonly max?: number | undefined;
}

export interface BlockExample {
  readonly type: string;
  readonly name: string;
  readonly block: JsonObject;
}

/** Under which the page is looked at. */
export interface PreviewConditions {
  /** Local time such as `2026-11-27T00:00` of the site; empty for now. */
  readonly at: string;
  /** What the visitor has answered to the question for consent. */
  readonly consent: 'unknown' | 'refused';
}

export interface StudioTextEdit {
  readonly key: string;
  readonly locale: Locale;
  /** What it was when it was opened or saved last. */
  readonly was: string;
  readonly value: string;
}

export interface StudioFileEdit {
  readonly path: string;
  readonly content: string;
  readonly version: number;
}

/** Everything that differs from what is stored in the draft. */
export interface StudioEdits {
  readonly files: readonly StudioFileEdit[];
  readonly texts: readonly StudioTextEdit[];
}

/** Another staff user who works in the draft. */
export interface Colleague {
  readonly name: string;
  /** When they saved something last, in milliseconds since the epoch. */
  readonly at: number;
}

interface PreviewFacts {
  readonly findings: readonly StudioFinding[];
  /** Unless only texts were edited. */
  readonly outline?: readonly OutlineBlock[];
  readonly colleague: Colleague | null;
}

export type PreviewAnswer =
  | (PreviewFacts & { readonly code: 'RENDERED'; readonly html: string })
  /** With errors for which no page can be made. */
  | (PreviewFacts & { readonly code: 'REFUSED' })
  | { readonly code: 'GONE' };

export type SaveAnswer =
  | { readonly code: 'SAVED'; readonly versions: Readonly<Record<string, number>> }
  /** What others saved meanwhile; nothing was stored. */
  | {
      readonly code: 'CONFLICT';
      readonly files: readonly Pick<StudioFile, 'path' | 'text' | 'version'>[];
      readonly texts: readonly (Pick<StudioTextEdit, 'key' | 'locale'> & { readonly value: string })[];
    }
  | { readonly code: 'REFUSED'; readonly message: string }
  | { readonly code: 'GONE' };

/** What the page of the studio is started with. */
export interface StudioStart {
  readonly locale: Locale;
  readonly words: Readonly<Record<string, string>>;
  readonly locales: readonly Locale[];
  readonly document: string;
  readonly draft: string;
  readonly addresses: {
    readonly open: string;
    readonly blocks: string;
    /** A page of the draft, with `&document=` and `&locale=`; with `&published=yes` as visitors get it now. */
    readonly frame: string;
    readonly preview: string;
    readonly save: string;
    readonly upload: string;
    /** A thumbnail, with `?path=` of the image. */
    readonly image: string;
    readonly media: string;
    /** The document in the admin area. */
    readonly back: string;
    readonly publish: string;
  };
  /** Fields that prove where a request comes from. */
  readonly hidden: Readonly<Record<string, string>>;
}
