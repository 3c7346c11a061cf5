import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { UserError, UnavailableError } from '#engine/shared/errors.ts';

/** Mode bits of group and others. */
const FOR_OTHERS = 0o077;

/**
 * Creates the data folder if missing. The mode of an existing folder stays: it may contain other files, and ours are private by their own mode.
 *
 * @throws UserError when the folder cannot be created, UnavailableError when the disk is full
 */
export async function makeDataFolder(folder: string): Promise<void> {
  await inDataFolder(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
}

/**
 * Makes a file readable by its owner only, regardless of the folder's mode and the umask, because it contains personal data or keys. Creates an empty
 * file if missing; never opens an existing one, since closing it would drop SQLite's locks in this process (sqlite.org/howtocorrupt.html, 2.2).
 *
 * @throws UserError when the file belongs to another user or cannot be created, UnavailableError when the disk is full
 */
export async function makePrivate(file: string): Promise<void> {
  await inDataFolder(file, async () => {
    if (!(await madeEmpty(file))) await closeToOthers(file);
  });
}

/** The same for a file that may be missing. */
export async function keepPrivate(file: string): Promise<void> {
  await inDataFolder(file, () => closeToOthers(file));
}

async function madeEmpty(file: string): Promise<boolean> {
  try {
    await writeFile(file, '', { mode: 0o600, flag: 'wx' });
    return true;
  } catch (error) {
    if (readErrorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function closeToOthers(file: string): Promise<void> {
  try {
    const { mode } = await stat(file);
    if ((mode & FOR_OTHERS) !== 0) await chmod(file, mode & 0o700);
  } catch (error) {
    // File systems without modes cannot restrict access.
    if (!['ENOENT', 'ENOTSUP', 'ENOSYS'].includes(readErrorCode(error))) throw error;
  }
}

/**
 * Runs a file operation in the data folder.
 *
 * @throws UserError or UnavailableError with a one-sentence reason in place of file system errors
 */
export async function inDataFolder<Result>(path: string, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act();
  } catch (error) {
    throw explained(error, path);
  }
}

function explained(error: unknown, path: string): unknown {
  const cause = { cause: error };
  switch (readErrorCode(error)) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return new UserError(
        `This user may not write "${path}". Set DATA_DIR to a folder that the user of the server owns, or give this one to that user with "chown -R".`,
        cause,
      );
    case 'ENOTDIR':
    case 'EEXIST':
      return new UserError(
        `"${path}" is needed as a folder, but a file is in its way. Set DATA_DIR to a folder.`,
        cause,
      );
    case 'ENOENT':
      return new UserError(
        `"${path}" cannot be made there. Set DATA_DIR to a folder on a disk of this machine.`,
        cause,
      );
    case 'ENOSPC':
    case 'EDQUOT':
      return new UnavailableError(
        `The disk of "${path}" is full. Free some space, or set DATA_DIR to another disk.`,
        cause,
      );
    default:
      return error;
  }
}

function readErrorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}
