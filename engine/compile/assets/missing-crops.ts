import type { AssetManifest } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { collectImages, type ImageUse } from './collect-images.ts';
import { type Crop, type Grade, buildImageKey, wholeImage } from './image-key.ts';

/** One crop of an image that a document shows. */
export interface ShownCrop {
  readonly key: string;
  readonly where: string;
  readonly src: string;
  readonly crop: Crop;
  readonly grade: Grade;
  /** Background of its transparent parts. */
  readonly ground: string;
}

/** Crops that a site shows and a manifest lacks, such as those of uploaded images. */
export const listMissingCrops = (site: Site, images: AssetManifest['images']): ShownCrop[] =>
  listShownCrops(collectImages(site), site.brand.imageGround).filter(({ key }) => !Object.hasOwn(images, key));

/** Each crop once. */
export function listShownCrops(uses: readonly ImageUse[], ground: string): ShownCrop[] {
  const crops = new Map<string, ShownCrop>();
  for (const { reference, where } of uses) {
    const { src, crop = wholeImage, narrow, grade = 'none' } = reference;
    for (const part of narrow ? [crop, narrow] : [crop]) {
      const key = buildImageKey(src, part, grade);
      if (!crops.has(key)) crops.set(key, { key, where, src, crop: part, grade, ground });
    }
  }
  return [...crops.values()];
}
