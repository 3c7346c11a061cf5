import type { AssetManifest, PreparedImage } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { createAssetStore, type AssetStore } from './asset-store.ts';
import { runLimited } from '#engine/shared/run-limited.ts';
import { type FileTask, describeTask } from './file-tasks.ts';
import { prepareFonts } from './fonts.ts';
import { collectLetters } from './letters.ts';
import { prepareIcons } from './icons.ts';
import { createFileEncoder } from './encode-file.ts';
import { planImages } from './plan-images.ts';
import { collectVideos } from './collect-images.ts';
import { prepareVideos } from './videos.ts';
import type { PublishedAssets } from './remembered-assets.ts';

export interface PrepareInput {
  /** The project's root, which contains `images/`. */
  readonly root: string;
  readonly site: Site;
  /** The public root: files are written to `<outDir>/assets/…`. */
  readonly outDir: string;
  /** Cache between builds; files that no list of `outDir` names are deleted from it, too. */
  readonly cacheDir: string;
  /** Leaves images and link previews that no earlier run made to the server; by default all are made. */
  readonly later?: boolean;
  /** No further file is started after it is aborted; the promise rejects with its reason. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (done: number, total: number, name: string) => void;
}

/** Encoders use all cores; a second file fills the time in which one is decoded or measured. */
const parallelJobs = 2;

/**
 * Images, fonts, link previews and icons of a site, ready for the web, with content-hash names, cached by hash between runs.
 * Files of earlier builds stay in `outDir` for a time, see `asset-lists.ts`.
 *
 * Throws an `Error` that names document and path if an image is missing, broken or cannot be graded.
 */
export async function prepareAssets(input: PrepareInput): Promise<PublishedAssets> {
  const { root, site } = input;
  const store = createAssetStore(input);
  const { images, openGraph, tasks } = await planImages(root, site, store);
  const total = tasks.length + 2 + site.brands.size;
  let done = 0;
  const report = (name: string): void => input.onProgress?.((done += 1), total, name);

  const letters = collectLetters(site);
  const fonts = await prepareFonts(store, site.brand, letters);
  report('fonts');
  const icons = await prepareIcons(store, site.brand);
  report('icons');
  const brands: Record<string, Pick<AssetManifest, 'fonts' | 'icons'>> = {};
  for (const [id, { brand }] of site.brands) {
    brands[id] = { fonts: await prepareFonts(store, brand, letters), icons: await prepareIcons(store, brand) };
    report(id);
  }
  const make = createFileEncoder(root);
  const videos = await prepareVideos(root, collectVideos(site.documents.values()), store);
  const sizes = new Map<string, number>();
  const pending: FileTask[] = [];
  await runLimited(tasks, parallelJobs, async (task) => {
    input.signal?.throwIfAborted();
    const bytes = await obtain(store, task, input.later ? null : make);
    if (bytes === null) pending.push(task);
    else sizes.set(task.path, bytes);
    report(describeTask(task));
  });
  const manifest: AssetManifest = {
    images: withSizes(images, sizes),
    fonts,
    openGraph,
    icons,
    ...(site.brands.size > 0 && { brands }),
    ...(Object.keys(videos).length > 0 && { videos }),
  };
  return { manifest, list: await store.finish(), pending };
}

/** Bytes of a file; `null` if the server makes it. */
function obtain(
  store: AssetStore,
  task: FileTask,
  make: ((task: FileTask) => Promise<Uint8Array>) | null,
): Promise<number | null> {
  return make === null ? store.find(task.path) : store.obtainFile(task.path, () => make(task));
}

function withSizes(images: AssetManifest['images'], sizes: ReadonlyMap<string, number>): AssetManifest['images'] {
  const sized = ({ derivatives, ...image }: PreparedImage): PreparedImage => ({
    ...image,
    derivatives: derivatives.map((file) => ({ ...file, bytes: sizes.get(file.path) })),
  });
  return Object.fromEntries(Object.entries(images).map(([key, image]) => [key, sized(image)]));
}
