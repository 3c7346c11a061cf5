import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { Overlay } from '#server/site/publications/overrides.ts';
import type { NormalisedImage, UploadedImage } from '#server/site/publications/ports.ts';

/** Texts and focal point of an image. */
export interface ImageMetadata {
  /** Alternative text by language. */
  readonly alt: Readonly<Partial<Record<Locale, string>>>;
  /** Decorative: hidden from assistive technology. */
  readonly isDecorative: boolean;
  /** Focal point in percent from the left and from the top. */
  readonly focus: { readonly x: number; readonly y: number };
}

export interface Upload extends ImageMetadata {
  /** Path used in documents, such as `images/uploads/hall-3f9c2a1b5d.jpg`. */
  readonly path: string;
  /** Name of the uploaded file. */
  readonly name: string;
  readonly format: string;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly uploadedBy: string;
  /** Milliseconds since the epoch. */
  readonly uploadedAt: number;
}

/** A use of an image in a file. */
export interface UploadUse {
  /** Path of the file, such as `pages-config/landings/default.json`. */
  readonly file: string;
  /** Kind of content: live, a draft, or a scheduled revision. */
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
  /** Newest first. */
  list(): Promise<readonly Upload[]>;
  read(path: string): Promise<Upload | null>;
  readContent(path: string): Promise<Uint8Array | null>;
  readThumbnail(path: string): Promise<Uint8Array | null>;
  /** Adding the same content and name again changes nothing. */
  add(input: {
    readonly image: NormalisedImage;
    readonly name: string;
    readonly metadata: ImageMetadata;
    readonly actor: string;
  }): Promise<{ readonly path: string; readonly isNew: boolean }>;
  /** `false` for an unknown upload. */
  describe(input: {
    readonly path: string;
    readonly metadata: ImageMetadata;
    readonly actor: string;
  }): Promise<boolean>;
  /** Refused while live content, a draft or a scheduled revision uses the image. */
  remove(input: { readonly path: string; readonly actor: string }): Promise<RemoveOutcome>;
  /** Uses of images by path, of the build and of uploads. */
  findUses(): Promise<ReadonlyMap<string, readonly UploadUse[]>>;
  /** Uploads used in content. */
  mentionedIn(overlays: readonly Overlay[]): Promise<readonly UploadedImage[]>;
  /** Records which uploads are used; unused ones are deleted after the period of `siteModule.retention`. */
  noteUses(): Promise<void>;
}
