import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '#engine/shared/errors.ts';
import { classifyDatabaseError } from '#server/platform/database/database-error.ts';
import { explainSqlite } from '#server/platform/database/sqlite-failure.ts';
import { makeDataFolder, makePrivate } from '#server/platform/data-folder/private-file.ts';

/**
 * Locks the data folder for this server until the returned function is called or the process ends: an operating system lock, taken through SQLite
 * because Node.js has none. Commands may run beside the server; a second server would miss changes of the first one, and both would send the same mails.
 *
 * @throws UserError when another server holds the lock
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
    if (classifyDatabaseError(error) !== 'busy') throw explainSqlite(error, file);
    throw new UserError(
      `Another server is running on the data folder "${folder}". Stop it first, set DATA_DIR to a folder of this server's own, or let both use one PostgreSQL database with DATABASE_URL.`,
      { cause: error },
    );
  }
  return () => lock.close();
}
