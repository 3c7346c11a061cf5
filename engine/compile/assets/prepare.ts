import { readFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { Bug, Mistake } from '#engine/base/errors.ts';
import type { PreparedImage } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { createAssetStore, type AssetStore } from './asset-store.ts';
import { hash8 } from './hash8.ts';
import { collectImages, type ImageUse } from './collect-images.ts';
import { deriveImage, imageSettings, type PictureSource } from './derive-image.ts';
import { eachLimited } from './each-limited.ts';
import { prepareFonts } from './fonts.ts';
import { prepareIcons } from './icons.ts';
import { imageKey, wholePicture } from './image-key.ts';
import { createOpenGraphMaker } from './open-graph.ts';
import { openGraphTasks, type OpenGraphTask } from './open-graph-tasks.ts';
import type { PublishedAssets } from './remembered-assets.ts';

export interface PrepareInput {
  /** The project's root, where `images/` lies. */
  readonly root: string;
  readonly site: Site;
  /** The public root: files are written to `<outDir>/assets/…`. */
  readonly outDir: string;
  /** Kept between builds; what no list of `outDir` names goes from it, too. */
  readonly cacheDir: string;
  readonly onProgress?: (done: number, total: number, name: string) => void;
}

/** One crop of a picture that some document shows. */
interface ImageJob {
  readonly key: string;
  readonly src: string;
  readonly where: string;
  readonly picture: PictureSource;
}

/** Encoders use all cores by themselves; a second picture fills the time in which one is decoded or measured. */
const parallelJobs = 2;

/**
 * Pictures, fonts, link previews and icons of a site, ready for the web, with content-hash names. What an earlier run made is found in
 * the cache by hash. Files of earlier builds stay in `outDir` for a time, see `asset-lists.ts`.
 *
 * Throws an `Error` that names document and path when a picture is missing, broken or cannot be graded.
 */
export async function prepareAssets({
  root,
  site,
  outDir,
  cacheDir,
  onProgress,
}: PrepareInput): Promise<PublishedAssets> {
  const store = createAssetStore({ outDir, cacheDir });
  const uses = collectImages(site);
  const sources = await readSources(root, uses);
  const jobs = imageJobs(uses, sources);
  const previews = openGraphTasks(site);
  const total = jobs.length + previews.length + 2;
  let done = 0;
  const report = (name: string): void => onProgress?.((done += 1), total, name);

  const fonts = await prepareFonts(store);
  report('fonts');
  const icons = await prepareIcons(store);
  report('icons');
  const images = new Map<string, PreparedImage>();
  await eachLimited(jobs, parallelJobs, async (job) => {
    images.set(job.key, await prepareImage(job, store));
    report(job.key);
  });
  const openGraph = new Map<string, string>();
  const draw = await createOpenGraphMaker(store);
  const drawPreview = async (task: OpenGraphTask): Promise<string> => {
    try {
      return await draw(task, sourceOf(task, sources));
    } catch (error) {
      throw new Mistake(`${task.where}: the link preview could not be drawn: ${reasonOf(error)}`, { cause: error });
    }
  };
  await eachLimited(previews, parallelJobs, async (task) => {
    openGraph.set(task.key, await drawPreview(task));
    report(`link preview ${task.key}`);
  });
  const manifest = { images: sortedRecord(images), fonts, openGraph: sortedRecord(openGraph), icons };
  return { manifest, list: await store.finish() };
}

/** Bytes of every picture that is named somewhere, each read once. */
async function readSources(root: string, uses: readonly ImageUse[]): Promise<Map<string, Uint8Array>> {
  const sources = new Map<string, Uint8Array>();
  const missing: string[] = [];
  for (const { reference, where } of uses) {
    if (sources.has(reference.src)) continue;
    try {
      sources.set(reference.src, await readFile(join(root, reference.src)));
    } catch (error) {
      missing.push(`${where}: the picture "${reference.src}" could not be read (${reasonOf(error)}).`);
    }
  }
  if (missing.length > 0) {
    throw new Mistake(
      `${missing.join('\n')}\nPut each picture at its path from the project's root, or name another one.`,
    );
  }
  return sources;
}

function imageJobs(uses: readonly ImageUse[], sources: ReadonlyMap<string, Uint8Array>): ImageJob[] {
  const jobs = new Map<string, ImageJob>();
  for (const { reference, where } of uses) {
    const { src, crop = wholePicture, narrow, grade = 'none' } = reference;
    const source = sources.get(src) ?? new Uint8Array();
    for (const part of narrow ? [crop, narrow] : [crop]) {
      const key = imageKey(src, part, grade);
      if (!jobs.has(key)) jobs.set(key, { key, src, where, picture: { source, crop: part, grade } });
    }
  }
  return [...jobs.values()];
}

async function prepareImage({ src, where, picture }: ImageJob, store: AssetStore): Promise<PreparedImage> {
  const { source, crop, grade } = picture;
  const stem = basename(src, extname(src));
  const name = `${stem}.${hash8(source, JSON.stringify([crop.x, crop.y, crop.width, crop.height, grade, imageSettings]))}`;
  try {
    return await store.obtain(`images/${name}`, () => deriveImage({ ...picture, name: `assets/images/${name}` }));
  } catch (error) {
    throw new Mistake(`${where}: the picture "${src}" could not be prepared: ${reasonOf(error)}`, { cause: error });
  }
}

function sourceOf(task: OpenGraphTask, sources: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const source = sources.get(task.picture.src);
  if (!source) throw new Bug(`the picture "${task.picture.src}" is missing.`);
  return source;
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The same manifest for the same site, whichever picture was finished first. */
function sortedRecord<Value>(entries: ReadonlyMap<string, Value>): Record<string, Value> {
  return Object.fromEntries([...entries].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}
