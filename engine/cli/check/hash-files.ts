import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { sha256 } from '#engine/shared/hash.ts';

/**
 * Hash over names and contents of all files in folders.
 *
 * @param isRead selects files and folders; default: all, including empty folders
 */
export function hashFiles(
  root: string,
  folders: readonly string[],
  isRead: (entry: Entry) => boolean = () => true,
): string {
  const read = folders
    .flatMap((folder) => listEntries(join(root, folder)))
    .filter(isRead)
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, isFolder }) => `${path.slice(root.length)}\0${isFolder ? '' : readContent(path)}`);
  return sha256(read.join('\0'));
}

/** All files in folders, as paths from the root with slashes, sorted. */
export function listFiles(root: string, folders: readonly string[]): readonly string[] {
  return folders
    .flatMap((folder) => listEntries(join(root, folder)))
    .flatMap(({ path, isFolder }) => (isFolder ? [] : [relative(root, path).replaceAll('\\', '/')]))
    .toSorted();
}

export interface Entry {
  readonly path: string;
  readonly isFolder: boolean;
}

function listEntries(folder: string): readonly Entry[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({
      path: join(entry.parentPath, entry.name),
      isFolder: entry.isDirectory(),
    }));
  } catch {
    // A missing folder has no files.
    return [];
  }
}

/** Unreadable files, such as links to folders, always count as changed. */
function readContent(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return randomUUID();
  }
}
