import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Overlay } from '#server/site/publications/overrides.ts';
import type { NormalisedImage, UploadedImage } from '#server/site/publications/ports.ts';

/** What is said of an image wherever it is shown. */
export interface ImageWords {
  /** Alternative text by language. */
  readonly alt: Readonly<Partial<Record<Locale, string>>>;
  /** It says nothing that the page does not say: assistive technology passes over it. */
  readonly isDecorative: boolean;
  /** What stays in view where it is cropped, in percent from the left and from the top. */
  readonly focus: { readonly x: number; readonly y: number };
}

export interface Upload extends ImageWords {
  /** As documents name it, such as `images/uploads/hall-3f9c2a1b5d.jpg`. */
  readonly path: string;
  /** Of the file that was uploaded. */
  readonly name: string;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly uploadedBy: string;
  /** Milliseconds since the epoch. */
  readonly uploadedAt: number;
}

/** A file that names an image. */
export interface UploadUse {
  /** Path of the file, such as `pages-config/landings/default.json`. */
  readonly file: string;
  /** Where it does so: what visitors get, a draft, or a scheduled revision. */
  readonly at:
    | { readonly kind: 'live' }
    | { readonly kind: 'draft'; readonly draft: string; readonly name: string }
    | { readonly kind: 'scheduled'; readonly revision: number };
}

export type RemoveOutcome =
  | { readonly code: 'REMOVED' }
  | { readonly code: 'USED'; readonly uses: readonly UploadUse[] }
  | { readonly code: 'NONE' };

export interface Uploads {
  /** The newest ones first. */
  list(): Promise<readonly Upload[]>;
  read(path: string): Promise<Upload | null>;
  readContent(path: string): Promise<Uint8Array | null>;
  readThumbnail(path: string): Promise<Uint8Array | null>;
  /** The same image of the same name is stored once: then nothing of it changes. */
  add(input: {
    readonly image: NormalisedImage;
    readonly name: string;
    readonly words: ImageWords;
    readonly actor: string;
  }): Promise<{ readonly path: string; readonly isNew: boolean }>;
  /** `false` where there is no such upload. */
  describe(input: { readonly path: string; readonly words: ImageWords; readonly actor: string }): Promise<boolean>;
  /** Nothing is removed that visitors, a draft or a scheduled revision needs. */
  remove(input: { readonly path: string; readonly actor: string }): Promise<RemoveOutcome>;
  /** Files that name images, by their paths; of the build and of uploads. */
  findUses(): Promise<ReadonlyMap<string, readonly UploadUse[]>>;
  /** Those that content mentions. */
  mentionedIn(overlays: readonly Overlay[]): Promise<readonly UploadedImage[]>;
  /** Notes which uploads are used: others are deleted after the period of `siteModule.retention`. */
  noteUses(): Promise<void>;
}
