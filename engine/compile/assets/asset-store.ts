import { readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AssetList,
  deleteForgotten,
  isMissing,
  keepAssets,
  placeFile,
  readFileSize,
  writeWhole,
} from './asset-lists.ts';

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

/** A cached value by its key. */
interface AssetRecord<Value> {
  readonly value: Value;
  /** Path → bytes. */
  readonly files: Readonly<Record<string, number>>;
}

export interface AssetStore {
  /**
   * The value of a key: from the cache if all its files exist, otherwise made, stored and published.
   * A key must contain everything that the result depends on, because nothing else is compared.
   */
  obtain<Value>(key: string, make: () => Promise<Made<Value>>): Promise<Value>;
  /** Bytes of a file whose path identifies its content: from the cache, or made and stored. */
  obtainFile(path: string, make: () => Promise<Uint8Array>): Promise<number>;
  /** Adds a file to those of this build without making it; returns its bytes, or `null` if it does not exist. */
  find(path: string): Promise<number | null>;
  /** Ends the build: records its files, publishes them and deletes expired ones, see `asset-lists.ts`. */
  finish(): Promise<AssetList>;
}

const folders = ['images', 'fonts', 'og', 'icons', 'videos'].map((name) => `assets/${name}`);

/**
 * Files with content-hash names in `outDir` (the public root), cached in `cacheDir`.
 */
export function createAssetStore({
  outDir,
  cacheDir,
}: {
  readonly outDir: string;
  readonly cacheDir: string;
}): AssetStore {
  const recordFile = (key: string): string => join(cacheDir, 'records', `${key}.json`);
  const pending = new Map<string, Promise<unknown>>();
  const used = new Set<string>();

  async function obtainOnce<Value>(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
    const known = await readJson<AssetRecord<Value>>(recordFile(key));
    const usable = known !== null && (await allThere(known.files));
    const record = usable ? known : await keep(key, await make());
    for (const path of Object.keys(record.files)) used.add(path);
    return record.value;
  }

  async function allThere(files: Readonly<Record<string, number>>): Promise<boolean> {
    const sizes = await Promise.all(Object.keys(files).map((path) => readFileSize(join(cacheDir, path))));
    return Object.values(files).every((bytes, index) => sizes[index] === bytes);
  }

  async function keep<Value>(key: string, made: Made<Value>): Promise<AssetRecord<Value>> {
    for (const file of made.files) await writeWhole(join(cacheDir, file.path), file.bytes);
    const files = Object.fromEntries(made.files.map((file) => [file.path, file.bytes.length]));
    const record = { value: made.value, files };
    await writeWhole(recordFile(key), JSON.stringify(record));
    return record;
  }

  /** Files are written atomically; a crash of the machine may leave an empty one. */
  const findFile = async (path: string): Promise<number | null> => (await readFileSize(join(cacheDir, path))) || null;

  async function deleteUnused(root: string, needed: ReadonlySet<string>): Promise<void> {
    for (const path of await listFiles(root)) if (!needed.has(path)) await rm(join(root, path));
  }

  return {
    obtain<Value>(key: string, make: () => Promise<Made<Value>>): Promise<Value> {
      const running = pending.get(key) ?? obtainOnce(key, make);
      pending.set(key, running);
      // A key always comes with the same maker, so its promise has the same type.
      return running as Promise<Value>;
    },
    async obtainFile(path, make) {
      used.add(path);
      const found = await findFile(path);
      if (found !== null) return found;
      const bytes = await make();
      await writeWhole(join(cacheDir, path), bytes);
      return bytes.length;
    },
    find(path) {
      used.add(path);
      return findFile(path);
    },
    async finish(): Promise<AssetList> {
      const list = await keepAssets(outDir, 'pictures', [...used]);
      for (const path of list.files)
        if ((await findFile(path)) !== null) await placeFile(join(cacheDir, path), join(outDir, path));
      await deleteUnused(cacheDir, await deleteForgotten(outDir));
      return list;
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

/** Parsed content of a file of this module, or `null` if it is missing or truncated. */
async function readJson<Value>(file: string): Promise<Value | null> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Value;
  } catch (error) {
    if (error instanceof SyntaxError || isMissing(error)) return null;
    throw error;
  }
}

function emptyIfMissing(error: unknown): [] {
  if (isMissing(error)) return [];
  throw error;
}
