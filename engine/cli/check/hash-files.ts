import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '#engine/shared/hash.ts';

/**
 * Hash of files by name and content, at any depth of some folders; those without a file count, too.
 *
 * @param isRead Whether a file belongs to them, by its path
 */
export function hashFiles(
  root: string,
  folders: readonly string[],
  isRead: (path: string) => boolean = () => true,
): string {
  const entries = folders.flatMap((folder) =>
    list(join(root, folder)).map(({ parentPath, name, isFile }) => ({ path: join(parentPath, name), isFile })),
  );
  const read = entries
    .filter(({ path, isFile }) => !isFile || isRead(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map(({ path, isFile }) => `${path.slice(root.length)}\0${isFile ? readFileSync(path, 'utf8') : ''}`);
  return sha256(read.join('\0'));
}

interface Entry {
  readonly parentPath: string;
  readonly name: string;
  readonly isFile: boolean;
}

function list(folder: string): readonly Entry[] {
  try {
    return readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => ({
      parentPath: entry.parentPath,
      name: entry.name,
      isFile: entry.isFile(),
    }));
  } catch {
    // A folder that is missing has no files.
    return [];
  }
}
