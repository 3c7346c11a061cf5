import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** State of a file or folder; `null` when unknown, such as for a link to a folder. */
interface Entry {
  readonly path: string;
  readonly state: BigIntStats | 'folder' | 'missing' | null;
}

/** State of many files according to the file system, without reading them. */
export interface FileState {
  /** Hash over names, sizes, times and inodes. */
  readonly hash: string;
  /** Files changed so recently that a later change may have the same time; compared by content. */
  readonly unsettled: readonly string[];
}

/** Milliseconds. Some file systems have a time resolution of two seconds. */
const SETTLING = 3_000;

/** Files, and all files in folders, by absolute path. */
export interface Place {
  readonly root: string;
  readonly paths: readonly string[];
  /** Excludes a path, relative to the root with slashes. */
  readonly isLeftOut?: (path: string) => boolean;
}

/** The state of files at one time. */
export class FileSnapshot {
  readonly #entries: readonly Entry[];
  readonly #now: number;

  constructor(places: readonly Place[], now = Date.now()) {
    this.#now = now;
    this.#entries = places.flatMap(listEntries);
  }

  /** `null` when the state of a file is unknown. */
  read(): FileState | null {
    const limit = BigInt(this.#now - SETTLING);
    const isUnsettled = ({ state }: Entry): boolean =>
      typeof state === 'object' && state !== null && (state.mtimeMs > limit || state.ctimeMs > limit);
    const unsettled = this.#entries.filter(isUnsettled).map(({ path }) => path);
    const hash = this.#hash(new Set(unsettled));
    return hash === null ? null : { hash, unsettled };
  }

  /** Whether the files are unchanged. */
  isSame({ hash, unsettled }: FileState): boolean {
    return this.#hash(new Set(unsettled)) === hash;
  }

  /** @param read paths compared by content */
  #hash(read: ReadonlySet<string>): string | null {
    const hash = createHash('sha256');
    for (const { path, state } of this.#entries) {
      if (state === null) return null;
      const said = typeof state === 'string' ? state : read.has(path) ? readContent(path) : describeState(state);
      if (said === null) return null;
      hash.update(`${path}\0`).update(said).update('\0');
    }
    return hash.digest('hex');
  }
}

const describeState = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string => `${size} ${mtimeNs} ${ctimeNs} ${ino}`;

/** State of the files of a folder that only this program writes: by sizes, times and inodes. */
export function describeFiles(folder: string): string {
  return listEntries({ root: folder, paths: ['.'] })
    .map(({ path, state }) => (typeof state === 'object' && state !== null ? `${path} ${describeState(state)}` : path))
    .join('\n');
}

function readContent(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function listEntries({ root, paths, isLeftOut = () => false }: Place): readonly Entry[] {
  const list = (path: string): readonly Entry[] => {
    if (isLeftOut(path)) return [];
    const own = readEntry(join(root, path));
    if (own.state !== 'folder') return [own];
    return [own, ...readNames(own.path).flatMap((name) => list(`${path}/${name}`))];
  };
  return paths.flatMap(list);
}

/** Links are followed. */
function readEntry(path: string): Entry {
  try {
    const own = lstatSync(path, { bigint: true });
    if (own.isDirectory()) return { path, state: 'folder' };
    const state = own.isSymbolicLink() ? statSync(path, { bigint: true }) : own;
    return { path, state: state.isFile() ? state : null };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { path, state: isMissing ? 'missing' : null };
  }
}

function readNames(folder: string): readonly string[] {
  try {
    return readdirSync(folder).toSorted();
  } catch {
    return [];
  }
}
