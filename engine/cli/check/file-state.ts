import { type Dirent, lstatSync, readdirSync, readFileSync, type Stats, statSync } from 'node:fs';
import { sha256 } from '#engine/shared/hash.ts';

/** State of a file or folder; `null` when unknown, such as for a link to a folder. */
interface Entry {
  readonly path: string;
  readonly state: Stats | 'folder' | 'missing' | null;
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
    const limit = this.#now - SETTLING;
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
    const parts: string[] = [];
    for (const { path, state } of this.#entries) {
      if (state === null) return null;
      const said = typeof state === 'string' ? state : read.has(path) ? readContent(path) : describeState(state);
      if (said === null) return null;
      parts.push(path, said);
    }
    return sha256(parts.join('\0'));
  }
}

const describeState = ({ size, mtimeMs, ctimeMs, ino }: Stats): string => `${size} ${mtimeMs} ${ctimeMs} ${ino}`;

/** State of the files of a folder that only this program writes: by sizes, times and inodes. */
export function describeFiles(folder: string): string {
  return listEntries({ root: folder, paths: ['.'] })
    .map(({ path, state }) => (typeof state === 'object' && state !== null ? `${path} ${describeState(state)}` : path))
    .join('\n');
}

function readContent(path: string): string | null {
  try {
    return readFileSync(path, 'latin1');
  } catch {
    return null;
  }
}

function listEntries({ root, paths, isLeftOut = () => false }: Place): readonly Entry[] {
  const entries: Entry[] = [];
  const list = (path: string, known?: Dirent): void => {
    if (isLeftOut(path)) return;
    const absolute = `${root}/${path}`;
    const own: Entry = known?.isDirectory() === true ? { path: absolute, state: 'folder' } : readEntry(absolute);
    entries.push(own);
    if (own.state === 'folder') for (const inner of readFolder(absolute)) list(`${path}/${inner.name}`, inner);
  };
  for (const path of paths) list(path);
  return entries;
}

/** Links are followed. */
function readEntry(path: string): Entry {
  try {
    const own = lstatSync(path);
    if (own.isDirectory()) return { path, state: 'folder' };
    const state = own.isSymbolicLink() ? statSync(path) : own;
    return { path, state: state.isFile() ? state : null };
  } catch (error) {
    const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return { path, state: isMissing ? 'missing' : null };
  }
}

function readFolder(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  } catch {
    return [];
  }
}
