import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '#engine/shared/errors.ts';
import { databaseErrorKind } from '#server/platform/database/database-error.ts';
import { explainSqlite } from '#server/platform/database/sqlite-failure.ts';
import { makeDataFolder, makePrivate } from '#server/platform/data-folder/private-file.ts';

/**
 * Makes the folder this server's own until the returned function is called or the process ends, however it ends: the lock is one
 * of the operating system, taken through SQLite because Node has none of its own. Commands for people, mails and back-ups run
 * beside a server; a second server would not hear of the first one's changes, and each would send the other's mails.
 *
 * @throws UserError when another server has it
 */
export async function lockDataFolder(folder: string): Promise<() => void> {
  await makeDataFolder(folder);
  const file = join(folder, 'server.lock');
  await makePrivate(file);
  const lock = new DatabaseSync(file, { timeout: 0 });
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (databaseErrorKind(error) !== 'busy') throw explainSqlite(error, file);
    throw new UserError(
      `Another server is running on the data folder "${folder}". Stop it first, set DATA_DIR to a folder of this server's own, or let both use one PostgreSQL database with DATABASE_URL.`,
      { cause: error },
    );
  }
  return () => lock.close();
}
