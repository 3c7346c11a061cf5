import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { UserError, UnavailableError } from '#engine/shared/errors.ts';

/** Bits of a file's mode that let the group and everybody else in. */
const FOR_OTHERS = 0o077;

/**
 * Makes the folder of the server's data unless it is there. A folder that was there keeps its mode: it may hold other things,
 * and its files are private by themselves.
 *
 * @throws UserError when the folder cannot be made, UnavailableError when its disk is full
 */
export async function makeDataFolder(folder: string): Promise<void> {
  await inDataFolder(folder, () => mkdir(folder, { recursive: true, mode: 0o700 }));
}

/**
 * Sees to it that only its owner reads the file, whatever the mode of its folder and the process's umask are: names, addresses
 * and keys are not for everybody on the machine. Makes an empty file where there is none; never opens one that is there, as
 * closing it would drop the locks that SQLite holds on it in this process (sqlite.org/howtocorrupt.html, 2.2).
 *
 * @throws UserError when the file belongs to another user or cannot be made, UnavailableError when its disk is full
 */
export async function makePrivate(file: string): Promise<void> {
  await inDataFolder(file, async () => {
    if (!(await madeEmpty(file))) await closeToOthers(file);
  });
}

/** The same for a file that may or may not be there. */
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
    // A file system without modes has nobody to keep out.
    if (!['ENOENT', 'ENOTSUP', 'ENOSYS'].includes(readErrorCode(error))) throw error;
  }
}

/**
 * Does something with a path of the data folder, and says in one sentence why it cannot be done.
 *
 * @throws UserError or UnavailableError in place of what the file system throws
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
