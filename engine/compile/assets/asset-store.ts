import { hash } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** A finished file by its path below the public root, such as `assets/images/wine-29.3f9c2a1b.960.avif`. */
export interface AssetFile {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface Made<Value> {
  /** JSON that describes the files. */
  readonly value: Value;
  readonly files: readonly AssetFile[];
}

/** What was made once and is found again by its key. */
interface AssetRecord<Value> {
  readonly value: Value;
  /** Path → bytes. */
  readonly files: Readonly<Record<string, number>>;
}

export interface AssetStore {
  /**
   * The value under a key: from the cache when all its files are there, otherwise made, kept and put into the public root.
   * A key must name all that the result depends on, because nothing else is compared.
   */
  obtain<Value>(key: string, make: () => Promise<Made<Value>>): Promise<Value>;
  /** Ends the build: files that neither this build nor one of the two before it uses are deleted. */
  finish(): Promise<void>;
}

const keptBuilds = 3;
const folders = ['images', 'fonts', 'og', 'icons'].map((name) => `assets/${name}`);

/** First 8 hex digits of SHA-256 over all parts in order. */
export function hash8(...parts: readonly (string | Uint8Array)[]): string {
  const digests = parts.map((part) => hash('sha256', part, 'hex'));
  return hash('sha256', digests.join(), 'hex').slice(0, 8);
}

/**
 * Files with content-hash names in `outDir` (the public root), made once and remembered in `cacheDir`.
 * One `cacheDir` serves one `outDir`: it also holds the list of files of the last builds.
 */
export function createAssetStore({
  outDir,
  cacheDir,
}: {
  readonly outDir: string;
  readonly cacheDir: string;
}): AssetStore {
  const historyFile = join(cacheDir, 'history.json');
  const recordFile = (key: string): string => join(cacheDir, 'records', `${key}.json`);
  const pending = new Map<string, Promise<unknown>>();
  const used = new Set<string>();

  async function obtainOnce<Value>(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
    const known = await readJson<AssetRecord<Value>>(recordFile(key));
    const usable = known !== null && (await allThere(known.files));
    const record = usable ? known : await keep(key, await make());
    for (const [path, bytes] of Object.entries(record.files)) {
      used.add(path);
      await place(path, bytes);
    }
    return record.value;
  }

  async function allThere(files: Readonly<Record<string, number>>): Promise<boolean> {
    const sizes = await Promise.all(Object.keys(files).map((path) => sizeOf(join(cacheDir, path))));
    return Object.values(files).every((bytes, index) => sizes[index] === bytes);
  }

  async function keep<Value>(key: string, made: Made<Value>): Promise<AssetRecord<Value>> {
    for (const file of made.files) await writeWhole(join(cacheDir, file.path), file.bytes);
    const files = Object.fromEntries(made.files.map((file) => [file.path, file.bytes.length]));
    const record = { value: made.value, files };
    await writeWhole(recordFile(key), JSON.stringify(record));
    return record;
  }

  async function place(path: string, bytes: number): Promise<void> {
    const target = join(outDir, path);
    if ((await sizeOf(target)) === bytes) return;
    await mkdir(dirname(target), { recursive: true });
    await copyFile(join(cacheDir, path), target, constants.COPYFILE_FICLONE);
  }

  async function deleteUnused(root: string, kept: ReadonlySet<string>): Promise<void> {
    for (const path of await listFiles(root)) if (!kept.has(path)) await rm(join(root, path));
  }

  return {
    obtain<Value>(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
      const running = pending.get(key) ?? obtainOnce(key, make);
      pending.set(key, running);
      // A key is always asked for with the same maker, so the promise under it holds the same type.
      return running as Promise<Value>;
    },
    async finish(): Promise<void> {
      // Without a history whatever lies in the public root counts as the build before this one.
      const previous = (await readJson<string[][]>(historyFile)) ?? [await listFiles(outDir)];
      const current = [...used].toSorted();
      const unchanged = JSON.stringify(previous[0]) === JSON.stringify(current);
      const history = unchanged ? previous : [current, ...previous].slice(0, keptBuilds);
      const kept = new Set(history.flat());
      for (const path of kept) {
        const bytes = await sizeOf(join(cacheDir, path));
        if (bytes !== null) await place(path, bytes);
      }
      await deleteUnused(outDir, kept);
      await deleteUnused(cacheDir, kept);
      if (!unchanged) await writeWhole(historyFile, JSON.stringify(history));
    },
  };
}

/** Files of the asset folders below `root`, as paths such as `assets/og/default.de.3f9c2a1b.jpg`. */
async function listFiles(root: string): Promise<string[]> {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(emptyIfMissing);
      return entries.filter((entry) => entry.isFile()).map((entry) => `${folder}/${entry.name}`);
    }),
  );
  return lists.flat().toSorted();
}

/** Parsed content of a file this module wrote, or `null` when there is none or it was cut off. */
async function readJson<Value>(file: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Value;
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return null;
    throw error;
  }
}

async function sizeOf(file: string): Promise<number | null> {
  return stat(file).then(
    (entry) => entry.size,
    (error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    },
  );
}

/** A reader sees the old file or the new one, never half of it. */
async function writeWhole(file: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.${process.pid}.part`, content);
  await rename(`${file}.${process.pid}.part`, file);
}

function emptyIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
