/** Part of a picture in fractions of its size, from the top left corner. */
export interface Crop {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export type Grade = 'none' | 'dark' | 'light';

/** What of a picture reference (`schemas/image.schema.json`) decides how its files look. */
export interface ImageReference {
  readonly src: string;
  readonly crop?: Crop;
  readonly narrow?: Crop;
  readonly grade?: Grade;
}

export interface ImageKeys {
  readonly main: string;
  /** `null` when the narrow screen shows the main crop. */
  readonly narrow: string | null;
}

/**
 * Keys of `AssetManifest.images` for a reference, such as `images/hall.jpg?crop=0.2,0,0.5,1&grade=dark`.
 * Equal references have equal keys, whatever the order of their properties and whether defaults are written out.
 */
export function imageKeys(reference: ImageReference): ImageKeys {
  const { src, crop, narrow, grade } = reference;
  return { main: imageKey(src, crop, grade), narrow: narrow ? imageKey(src, narrow, grade) : null };
}

/** The key of one crop of a picture. */
export function imageKey(src: string, crop: Crop = wholePicture, grade: Grade = 'none'): string {
  return `${src}?crop=${crop.x},${crop.y},${crop.width},${crop.height}&grade=${grade}`;
}

export const wholePicture: Crop = { x: 0, y: 0, width: 1, height: 1 };
