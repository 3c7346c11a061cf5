import { copyFile, glob, mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { hash8 } from './hash8.ts';

/**
 * Days for which files stay after the last server with pages that use them. Shared caches store a page as long as `page-head.ts`
 * says; browsers use open pages, and pages of their history, for much longer.
 */
export const RETENTION_DAYS = 30;

/** Minimum lists per kind, regardless of age: the current and the two previous ones. */
const MIN_LISTS = 3;
const FOLDER = 'lists';
const DAY = 86_400_000;

/** Files that one build publishes, as paths below the public root such as `assets/start.sF2W7ryf.js`. */
export interface AssetList {
  readonly file: string;
  readonly files: readonly string[];
}

/**
 * Records the files of a build before they are published, so that other processes do not delete them. Servers call `touchAssets` regularly;
 * days count from the last call.
 *
 * @param kind producer of the files; a new list replaces earlier ones of its kind
 */
export async function keepAssets(outDir: string, kind: string, files: readonly string[]): Promise<AssetList> {
  await noteEarlier(outDir);
  return writeList(outDir, kind, files);
}

/** Records that pages with these files are still served. */
export async function touchAssets({ file, files }: AssetList): Promise<void> {
  const now = new Date();
  await utimes(file, now, now).catch(() => writeWhole(file, JSON.stringify(files)));
}

/**
 * Deletes files that are not in a recent list.
 *
 * @returns remaining files
 */
export async function deleteForgotten(outDir: string, now = Date.now()): Promise<ReadonlySet<string>> {
  // Files first: a file that is published meanwhile has its list already.
  const files = await filesBelow(outDir);
  const lists = await readLists(outDir);
  const byKind = Map.groupBy(
    lists.toSorted((one, other) => other.touched - one.touched),
    ({ kind }) => kind,
  );
  const retained = [...byKind.values()].flatMap((own) =>
    own.filter(({ touched }, place) => place < MIN_LISTS || now - touched < RETENTION_DAYS * DAY),
  );
  const stays = new Set(retained.flatMap((list) => list.files));
  for (const list of lists) if (!retained.includes(list)) await rm(list.file, { force: true });
  for (const path of files)
    if (!stays.has(path) && !(await isOnItsWay(join(outDir, path), now))) await rm(join(outDir, path), { force: true });
  return stays;
}

/** Milliseconds after which an unfinished file belongs to a process that has ended. */
const UNFINISHED_MS = 3_600_000;

/** Whether another process is writing a file, which gets its final name when it is complete. */
async function isOnItsWay(file: string, now: number): Promise<boolean> {
  if (!file.endsWith('.part')) return false;
  const entry = await stat(file).catch(() => null);
  return entry !== null && now - entry.mtimeMs < UNFINISHED_MS;
}

/** Copies a file atomically. A no-op if it exists. */
export async function placeFile(source: string, target: string): Promise<void> {
  if ((await readFileSize(target)) === (await readFileSize(source))) return;
  await mkdir(dirname(target), { recursive: true });
  const part = `${target}.${process.pid}.part`;
  await copyFile(source, part, constants.COPYFILE_FICLONE);
  await rename(part, target);
}

/** Publishes the files of a build below `from/assets` beside those of earlier ones. */
export async function publishAssets(from: string, outDir: string, kind: string): Promise<AssetList> {
  const files = await filesBelow(from);
  const list = await keepAssets(outDir, kind, files);
  for (const path of files) await placeFile(join(from, path), join(outDir, path));
  return list;
}

/** Files without a list count as those of one build. */
async function noteEarlier(outDir: string): Promise<void> {
  const isNew = (await readFileSize(join(outDir, FOLDER))) === null;
  const files = isNew ? await filesBelow(outDir) : [];
  if (files.length > 0) await writeList(outDir, 'earlier', files);
}

async function writeList(outDir: string, kind: string, files: readonly string[]): Promise<AssetList> {
  const sorted = files.toSorted();
  const text = JSON.stringify(sorted);
  const file = join(outDir, FOLDER, `${kind}.${hash8(text)}.json`);
  const list = { file, files: sorted };
  // Files of a container image are recorded already, and its file system may be read-only.
  if ((await readFileSize(file)) === null) await writeWhole(file, text);
  else await touchAssets(list).catch(() => undefined);
  return list;
}

interface KnownList extends AssetList {
  readonly kind: string;
  /** Milliseconds since 1970. */
  readonly touched: number;
}

async function readLists(outDir: string): Promise<KnownList[]> {
  const names = await readdir(join(outDir, FOLDER)).catch(() => []);
  const lists = names.filter((name) => name.endsWith('.json')).map((name) => readList(join(outDir, FOLDER, name)));
  return (await Promise.all(lists)).filter((list) => list !== null);
}

/** `null` if another process has just deleted it. */
async function readList(file: string): Promise<KnownList | null> {
  try {
    const [text, { mtimeMs }] = await Promise.all([readFile(file, 'utf8'), stat(file)]);
    // This module wrote it atomically.
    return { file, kind: basename(file).split('.', 1)[0] ?? '', files: JSON.parse(text) as string[], touched: mtimeMs };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}

async function filesBelow(outDir: string): Promise<string[]> {
  const files: string[] = [];
  for await (const entry of glob('assets/**/*', { cwd: outDir, withFileTypes: true }))
    if (entry.isFile())
      files.push(join(entry.parentPath, entry.name).slice(join(outDir, '/').length).replaceAll('\\', '/'));
  return files;
}

/** Writes a file atomically: a reader sees the old or the new one. */
export async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}.part`, content);
  await rename(`${file}.${process.pid}.part`, file);
}

/** Bytes; `null` without such a file. */
export async function readFileSize(file: string): Promise<number | null> {
  return stat(file).then(
    (entry) => entry.size,
    (error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    },
  );
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
