import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { LRUCache } from 'lru-cache';
import { UserError } from '#engine/base/errors.ts';
import type { AssetManifest, PreparedImage } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { AssetStore } from './asset-store.ts';
import { collectImages, type ImageUse } from './collect-images.ts';
import { createImageInspector, listDerivatives, type ImageInspector, type PictureLook } from './derive-image.ts';
import { cropStem, picturePath, previewPath } from './file-names.ts';
import type { FileTask, PreviewTask } from './file-tasks.ts';
import { digest } from './hash8.ts';
import { type Crop, type Grade, imageKey, wholePicture } from './image-key.ts';
import { createOpenGraphMaker } from './open-graph.ts';
import { openGraphTasks } from './open-graph-tasks.ts';
import { errorMessage } from './error-message.ts';

/** Manifest of images and link previews, known before any of their files is made. */
export interface PicturePlan extends Pick<AssetManifest, 'images' | 'openGraph'> {
  /** Each file once; those of a crop are consecutive. */
  readonly tasks: readonly FileTask[];
}

/** One crop of an image that a document shows. */
interface ShownCrop {
  readonly key: string;
  readonly where: string;
  readonly src: string;
  readonly crop: Crop;
  readonly grade: Grade;
  readonly ground: string;
}

/**
 * Sizes, colours and file names of all images and link previews.
 *
 * @param root The project's root, which contains `images/`
 * @throws UserError that names document and path if an image is missing or broken
 */
export async function planPictures(root: string, site: Site, store: AssetStore): Promise<PicturePlan> {
  const uses = collectImages(site);
  const digests = await computeDigests(root, uses);
  const images = new Map<string, PreparedImage>();
  const tasks: FileTask[] = [];
  const lookAt = createLook(root);
  for (const { key, ...shown } of shownCrops(uses, site.brand.pictureGround)) {
    const stem = cropStem(shown, digests.get(shown.src) ?? '');
    const look = await store.obtain(`looks/${basename(stem)}`, async () => ({ value: await lookAt(shown), files: [] }));
    const derivatives = listDerivatives(look).map((file) => ({ ...file, path: picturePath(stem, file) }));
    images.set(key, { ...look, derivatives });
    tasks.push(...derivatives.map((file) => ({ kind: 'picture' as const, ...shown, ...file })));
  }
  const previews = await planPreviews(site, digests);
  return {
    images: sortedRecord(images),
    openGraph: sortedRecord(previews.paths),
    tasks: [...tasks, ...previews.tasks],
  };
}

/** Equal previews, such as those of variants with their base's title, share the file of the first one. */
async function planPreviews(
  site: Site,
  digests: ReadonlyMap<string, string>,
): Promise<{ readonly paths: ReadonlyMap<string, string>; readonly tasks: readonly PreviewTask[] }> {
  const { computeHash } = await createOpenGraphMaker(site.brand.fonts.display);
  const paths = new Map<string, string>();
  const byHash = new Map<string, PreviewTask>();
  for (const preview of openGraphTasks(site)) {
    const hash = computeHash(preview, digests.get(preview.picture.src) ?? '');
    const task = byHash.get(hash) ?? { kind: 'preview', path: previewPath(preview, hash), preview };
    byHash.set(hash, task);
    paths.set(preview.key, task.path);
  }
  return { paths, tasks: [...byHash.values()] };
}

/** Small copies of images that are cached for their next crop, half a megabyte each. */
const MAX_CACHED_PICTURES = 50;

function createLook(root: string): (shown: Omit<ShownCrop, 'key'>) => Promise<PictureLook> {
  const pictures = new LRUCache<string, Promise<ImageInspector>>({ max: MAX_CACHED_PICTURES });
  return async ({ src, where, crop, grade, ground }) => {
    const lookAt = pictures.get(src) ?? readFile(join(root, src)).then(createImageInspector);
    pictures.set(src, lookAt);
    try {
      return await (
        await lookAt
      )({ crop, grade, ground });
    } catch (error) {
      throw new UserError(`${where}: the picture "${src}" could not be prepared: ${errorMessage(error)}`, {
        cause: error,
      });
    }
  };
}

/** SHA-256 of every referenced image. */
async function computeDigests(root: string, uses: readonly ImageUse[]): Promise<Map<string, string>> {
  const digests = new Map<string, string>();
  const missing: string[] = [];
  for (const { reference, where } of uses) {
    if (digests.has(reference.src)) continue;
    try {
      digests.set(reference.src, digest(await readFile(join(root, reference.src))));
    } catch (error) {
      missing.push(`${where}: the picture "${reference.src}" could not be read (${errorMessage(error)}).`);
    }
  }
  if (missing.length > 0) {
    throw new UserError(
      `${missing.join('\n')}\nPut each picture at its path from the project's root, or name another one.`,
    );
  }
  return digests;
}

function shownCrops(uses: readonly ImageUse[], ground: string): ShownCrop[] {
  const crops = new Map<string, ShownCrop>();
  for (const { reference, where } of uses) {
    const { src, crop = wholePicture, narrow, grade = 'none' } = reference;
    for (const part of narrow ? [crop, narrow] : [crop]) {
      const key = imageKey(src, part, grade);
      if (!crops.has(key)) crops.set(key, { key, where, src, crop: part, grade, ground });
    }
  }
  return [...crops.values()];
}

/** The manifest of a site in a stable order. */
function sortedRecord<Value>(entries: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
