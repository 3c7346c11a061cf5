/** Part of an image in fractions of its size, from the top left corner. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Grade = 'none' | 'dark' | 'light';

/** The properties of an image reference (`schemas/image.schema.json`) that affect its files. */
export interface ImageReference {
  readonly src: string;
  readonly crop?: Crop;
  readonly narrow?: Crop;
  readonly grade?: Grade;
}

export interface ImageKeys {
  readonly main: string;
  /** `null` if narrow screens show the main crop. */
  readonly narrow: string | null;
}

/**
 * Keys of `AssetManifest.images` for a reference, such as `images/hall.jpg?crop=0.2,0,0.5,1&grade=dark`.
 * Equal references have equal keys, independent of property order and explicit defaults.
 */
export function buildImageKeys(reference: ImageReference): ImageKeys {
  const { src, crop, narrow, grade } = reference;
  return { main: buildImageKey(src, crop, grade), narrow: narrow ? buildImageKey(src, narrow, grade) : null };
}

/** The key of one crop of an image. */
export function buildImageKey(src: string, crop: Crop = wholeImage, grade: Grade = 'none'): string {
  return `${src}?crop=${crop.x},${crop.y},${crop.width},${crop.height}&grade=${grade}`;
}

export const wholeImage: Crop = { x: 0, y: 0, width: 1, height: 1 };
