import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { type AssetList, keepAssets, placeFile, readFileSize, writeWhole } from './asset-lists.ts';
import { collectImages, collectVideos } from './collect-images.ts';
import type { FileTask, ImageTask } from './file-tasks.ts';
import { listMissingCrops, type ShownCrop } from './missing-crops.ts';
import type { CropPlan } from './plan-crops.ts';
import { listOpenGraphTasks } from './open-graph-tasks.ts';

/** The published assets of a site. */
export interface PublishedAssets {
  readonly manifest: AssetManifest;
  /** Their files; servers call `touchAssets` with them. */
  readonly list: AssetList;
  /** Referenced files that do not exist yet; they are in the list, too. */
  readonly pending: readonly FileTask[];
  /** Files that are not part of a build, existing or not. */
  readonly added?: readonly ImageTask[];
  /** Hash of inputs that publications cannot change; only for assets restored from a build. */
  readonly unchanging?: string | undefined;
}

/** Result of a build: images, fonts and link previews of a site. */
interface RememberedAssets {
  /** Hash of all inputs except the code, which is the same within a release. */
  readonly inputs: string;
  /** Hash of inputs that publications cannot change; absent in builds of earlier releases. */
  readonly unchanging?: string;
  readonly manifest: AssetManifest;
  /** Paths below the public root. */
  readonly files: readonly string[];
  /** Files that the build left to the server. */
  readonly pending: readonly FileTask[];
}

export interface RememberedInput {
  /** Where the build wrote it. */
  readonly file: string;
  /** The project's root, which contains `images/`. */
  readonly root: string;
  readonly site: Site;
}

export interface PublishedInput extends RememberedInput {
  /** The public root. */
  readonly outDir: string;
  /** Folders that may have missing files, such as the public root of the build. */
  readonly sources: readonly string[];
  /** Whether publications override the build: link previews stay as built, because changed titles would need encoders. */
  readonly isPublished?: boolean;
  /** Plans crops that are not part of the build, such as those of uploaded images; without it a site that shows one needs a new build. */
  readonly extend?: (crops: readonly ShownCrop[]) => Promise<CropPlan>;
  /** Assets of the previous site from the same file and folders, reused without disk access when they suffice. */
  readonly before?: PublishedAssets | null;
}

/** Stores the result of `prepareAssets` for servers, which do not load its encoders. */
export async function rememberAssets(
  { file, root, site }: RememberedInput,
  { manifest, list, pending }: PublishedAssets,
): Promise<void> {
  const inputs = await hashInputs(site, root);
  const unchanging = hashBrandAssets(site);
  const remembered: RememberedAssets = { inputs, unchanging, manifest, files: list.files, pending };
  await writeWhole(file, JSON.stringify(remembered));
}

/**
 * Publishes the assets of a site as its build made them; `null` if the site has changed, or a file is missing:
 * then `prepareAssets` makes it.
 */
export async function publishRemembered({
  file,
  root,
  site,
  outDir,
  sources,
  isPublished = false,
  extend,
  before = null,
}: PublishedInput): Promise<PublishedAssets | null> {
  if (isPublished && before !== null && before.pending.length === 0 && isEnough(before, site)) return before;
  const remembered = await readRemembered(file);
  if (remembered === null) return null;
  const missing = isPublished ? listMissingCrops(site, remembered.manifest.images) : [];
  const isWhole = isPublished
    ? remembered.unchanging === hashBrandAssets(site) &&
      hasVideos(site, remembered.manifest) &&
      (missing.length === 0 || extend !== undefined)
    : remembered.inputs === (await hashInputs(site, root));
  if (!isWhole) return null;
  const added = missing.length === 0 ? null : ((await extend?.(missing)) ?? null);
  const manifest = withCrops(remembered.manifest, added);
  const files = [...remembered.files, ...(added?.tasks ?? []).map(({ path }) => path)];
  const left = new Map([...remembered.pending, ...(added?.tasks ?? [])].map((task) => [task.path, task]));
  const found = await Promise.all(
    files.map(async (path) => [path, await findFolder(path, [outDir, ...sources])] as const),
  );
  if (found.some(([path, folder]) => folder === null && !left.has(path))) return null;
  const list = await keepAssets(outDir, 'pictures', files);
  for (const [path, folder] of found)
    if (folder !== null && folder !== outDir) await placeFile(join(folder, path), join(outDir, path));
  const pending = found.flatMap(([path, folder]) => (folder === null ? [left.get(path)] : []));
  const { unchanging } = remembered;
  const tasks = pending.filter((task) => task !== undefined);
  return { manifest, list, pending: tasks, unchanging, added: added?.tasks };
}

const withCrops = (manifest: AssetManifest, added: CropPlan | null): AssetManifest =>
  added === null ? manifest : { ...manifest, images: { ...manifest.images, ...added.images } };

/** Whether all videos of a site are part of the build. */
const hasVideos = (site: Site, { videos = {} }: Pick<AssetManifest, 'videos'>): boolean =>
  collectVideos(site.documents.values()).every((file) => Object.hasOwn(videos, file));

/** Whether all images and videos of a site are known. */
function isEnough({ unchanging, manifest }: Pick<RememberedAssets, 'unchanging' | 'manifest'>, site: Site): boolean {
  return (
    unchanging === hashBrandAssets(site) &&
    hasVideos(site, manifest) &&
    listMissingCrops(site, manifest.images).length === 0
  );
}

/** Of fonts and icons. */
function hashBrandAssets({ brand: { emblem, icons, fonts, imageGround }, brands }: Site): string {
  return hash('sha256', JSON.stringify({ emblem, icons, fonts, imageGround, ...ofFurtherBrands(brands) }));
}

/** Empty without further brands. */
const ofFurtherBrands = (brands: Site['brands']): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...brands].map(([id, { brand }]) => [id, { emblem: brand.emblem, icons: brand.icons, fonts: brand.fonts }]),
  );

/** The first folder that has a file. */
async function findFolder(path: string, folders: readonly string[]): Promise<string | null> {
  for (const folder of folders) if ((await readFileSize(join(folder, path))) !== null) return folder;
  return null;
}

async function readRemembered(file: string): Promise<RememberedAssets | null> {
  try {
    // `rememberAssets` wrote it atomically; that of an earlier release left no files to the server.
    const remembered = JSON.parse(await readFile(file, 'utf8')) as Omit<RememberedAssets, 'pending'>;
    return { pending: [], ...remembered };
  } catch {
    return null;
  }
}

/** Hash of every image with its crops, every link preview, fonts and icons. */
async function hashInputs(site: Site, root: string): Promise<string> {
  const references = collectImages(site).map(({ reference }) => reference);
  const previews = listOpenGraphTasks(site).map(({ key, name, image, card }) => ({ key, name, image, card }));
  const { emblem, icons, fonts, imageGround } = site.brand;
  const ofBrands = { emblem, icons, fonts, imageGround, ...ofFurtherBrands(site.brands) };
  const paths = [...new Set(references.map(({ src }) => src))].toSorted();
  const hashFiles = (files: readonly string[]) =>
    Promise.all(files.map(async (src) => [src, await hashFile(join(root, src))]));
  const images = await hashFiles([...paths, ...collectVideos(site.documents.values())]);
  return hash('sha256', JSON.stringify([references, previews, images, ofBrands]));
}

/** Hash of a file; empty for a missing one, which is reported when it is prepared. */
const hashFile = (file: string): Promise<string> =>
  readFile(file).then(
    (bytes) => hash('sha256', bytes),
    () => '',
  );
