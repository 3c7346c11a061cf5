import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { LRUCache } from 'lru-cache';
import { UserError } from '#engine/shared/errors.ts';
import type { AssetManifest, PreparedImage } from '#engine/compile/types.ts';
import type { AssetStore } from './asset-store.ts';
import { createImageInspector, type ImageInspector, type ImageLook } from './derive-image.ts';
import { listDerivatives } from './image-settings.ts';
import { buildCropStem, buildImagePath } from './file-names.ts';
import type { ImageTask } from './file-tasks.ts';
import type { ShownCrop } from './missing-crops.ts';
import { findImageFile } from './find-image-file.ts';
import { getErrorMessage } from './get-error-message.ts';

/** Sizes, colours and file names of crops, known before any of their files is made. */
export interface CropPlan {
  readonly images: AssetManifest['images'];
  /** Those of a crop are consecutive. */
  readonly tasks: readonly ImageTask[];
}

/**
 * @param roots Folders with `images/`
 * @param computeDigest SHA-256 of an image file
 * @throws UserError that names document and path if an image is broken
 */
export async function planCrops(
  crops: readonly ShownCrop[],
  {
    roots,
    store,
    computeDigest,
  }: {
    readonly roots: readonly string[];
    readonly store: Pick<AssetStore, 'obtain'>;
    readonly computeDigest: (src: string) => string | Promise<string>;
  },
): Promise<CropPlan> {
  const images: Record<string, PreparedImage> = {};
  const tasks: ImageTask[] = [];
  const lookAt = createLook(roots);
  for (const { key, ...shown } of crops) {
    const stem = buildCropStem(shown, await computeDigest(shown.src));
    const look = await store.obtain(`looks/${basename(stem)}`, async () => ({ value: await lookAt(shown), files: [] }));
    const derivatives = listDerivatives(look).map((file) => ({ ...file, path: buildImagePath(stem, file) }));
    images[key] = { ...look, derivatives };
    tasks.push(...derivatives.map((file) => ({ kind: 'picture' as const, ...shown, ...file })));
  }
  return { images, tasks };
}

/** Small copies of images that are cached for their next crop, half a megabyte each. */
const MAX_CACHED_IMAGES = 50;

function createLook(roots: readonly string[]): (shown: Omit<ShownCrop, 'key'>) => Promise<ImageLook> {
  const images = new LRUCache<string, Promise<ImageInspector>>({ max: MAX_CACHED_IMAGES });
  return async ({ src, where, crop, grade, ground }) => {
    const lookAt =
      images.get(src) ??
      findImageFile(roots, src)
        .then((file) => readFile(file))
        .then(createImageInspector);
    images.set(src, lookAt);
    try {
      return await (
        await lookAt
      )({ crop, grade, ground });
    } catch (error) {
      throw new UserError(`${where}: the image "${src}" could not be prepared: ${getErrorMessage(error)}`, {
        cause: error,
      });
    }
  };
}
