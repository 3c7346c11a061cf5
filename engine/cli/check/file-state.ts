import { createHash } from 'node:crypto';
import { type BigIntStats, lstatSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** A file or folder with its state; `null` where nobody knows it, as for a link to a folder. */
interface Entry {
  readonly path: string;
  readonly state: BigIntStats | 'folder' | 'missing' | null;
}

/** State of many files as the file system says it, without reading them. */
export interface FileState {
  /** Equal for equal names, sizes, times and inodes. */
  readonly hash: string;
  /** Files that were changed so lately that a later change may have the same time: of these the content counts. */
  readonly unsettled: readonly string[];
}

/** Milliseconds. Some file systems know the time of a change by two seconds only. */
const SETTLING = 3_000;

/** Files, and all files of folders at any depth, by absolute path. */
export interface Place {
  readonly root: string;
  readonly paths: readonly string[];
  /** Of a path from the root, with slashes. */
  readonly isLeftOut?: (path: string) => boolean;
}

/** The state of files at one moment. */
export class FileSnapshot {
  readonly #entries: readonly Entry[];
  readonly #now: number;

  constructor(places: readonly Place[], now = Date.now()) {
    this.#now = now;
    this.#entries = places.flatMap(listEntries);
  }

  /** `null` where nobody knows the state of a file. */
  read(): FileState | null {
    const limit = BigInt(this.#now - SETTLING);
    const isUnsettled = ({ state }: Entry): boolean =>
      typeof state === 'object' && state !== null && (state.mtimeMs > limit || state.ctimeMs > limit);
    const unsettled = this.#entries.filter(isUnsettled).map(({ path }) => path);
    const hash = this.#hash(new Set(unsettled));
    return hash === null ? null : { hash, unsettled };
  }

  /** Whether the files are as they were. */
  isSame({ hash, unsettled }: FileState): boolean {
    return this.#hash(new Set(unsettled)) === hash;
  }

  /** @param read paths whose content counts */
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

/** Of a link, its target counts. */
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
