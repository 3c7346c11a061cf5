import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import type { BrandFont } from '#schemas/generated/documents.ts';
import type { AssetStore } from './asset-store.ts';
import { collectImages, type ImageUse } from './collect-images.ts';
import { buildPreviewPath } from './file-names.ts';
import type { FileTask, PreviewTask } from './file-tasks.ts';
import { digest } from './hash8.ts';
import { listShownCrops } from './missing-crops.ts';
import { createOpenGraphMaker, type OpenGraphMaker } from './open-graph.ts';
import { listOpenGraphTasks } from './open-graph-tasks.ts';
import { planCrops } from './plan-crops.ts';
import { getErrorMessage } from './get-error-message.ts';

/** Manifest of images and link previews, known before any of their files is made. */
export interface ImagePlan extends Pick<AssetManifest, 'images' | 'openGraph'> {
  /** Each file once; those of a crop are consecutive. */
  readonly tasks: readonly FileTask[];
}

/**
 * Sizes, colours and file names of all images and link previews.
 *
 * @param root The project's root, which contains `images/`
 * @throws UserError that names document and path if an image is missing or broken
 */
export async function planImages(root: string, site: Site, store: AssetStore): Promise<ImagePlan> {
  const uses = collectImages(site);
  const digests = await computeDigests(root, uses);
  const crops = listShownCrops(uses, site.brand.imageGround);
  const { images, tasks } = await planCrops(crops, {
    roots: [root],
    store,
    computeDigest: (src) => digests.get(src) ?? '',
  });
  const previews = await planPreviews(site, digests);
  return {
    images: sortedRecord(new Map(Object.entries(images))),
    openGraph: sortedRecord(previews.paths),
    tasks: [...tasks, ...previews.tasks],
  };
}

/** Equal previews, such as those of variants with their base's title, share the file of the first one. */
async function planPreviews(
  site: Site,
  digests: ReadonlyMap<string, string>,
): Promise<{ readonly paths: ReadonlyMap<string, string>; readonly tasks: readonly PreviewTask[] }> {
  const makers = new Map<BrandFont, OpenGraphMaker>();
  const paths = new Map<string, string>();
  const byHash = new Map<string, PreviewTask>();
  for (const preview of listOpenGraphTasks(site)) {
    const maker = makers.get(preview.font) ?? (await createOpenGraphMaker(preview.font));
    makers.set(preview.font, maker);
    const hash = maker.computeHash(preview, digests.get(preview.image.src) ?? '');
    const task = byHash.get(hash) ?? { kind: 'preview', path: buildPreviewPath(preview, hash), preview };
    byHash.set(hash, task);
    paths.set(preview.key, task.path);
  }
  return { paths, tasks: [...byHash.values()] };
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
      missing.push(`${where}: the image "${reference.src}" could not be read (${getErrorMessage(error)}).`);
    }
  }
  if (missing.length > 0) {
    throw new UserError(
      `${missing.join('\n')}\nPut each image at its path from the project's root, or name another one.`,
    );
  }
  return digests;
}

/** The manifest of a site in a stable order. */
function sortedRecord<Value>(entries: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
