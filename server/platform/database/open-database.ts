import { dirname } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { Transaction as KyselyTransaction } from 'kysely';
import type { Metric } from 'prom-client';
import { keepPrivate, makeDataFolder, makePrivate } from '#server/platform/data-folder/private-file.ts';
import { watchDatabase } from '#server/platform/database/database-metrics.ts';
import { postgresPool } from '#server/platform/database/postgres-pool.ts';
import { ownPulse, type Pulse, postgresPulse } from '#server/platform/database/pulse.ts';
import { NodeSqliteDialect } from '#server/platform/database/sqlite-dialect.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { Mistake } from '#engine/base/errors.ts';

/** Outside a transaction. */
export type Db = Kysely<Tables>;
/** Inside one; a function that takes `Db` takes this too. */
export type Transaction = KyselyTransaction<Tables>;

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Db;
  readonly pulse: Pulse;
  /** Statements and connections. */
  readonly metrics: readonly Metric[];
  close(): Promise<void>;
}

/**
 * Opens the database; does not migrate.
 *
 * @param location A `postgres://` or `postgresql://` URL, or the path of a SQLite file, which is created with its folder.
 */
export async function openDatabase(
  location: string,
  onIdleError: (error: Error) => void = () => {},
): Promise<Database> {
  if (isPostgresUrl(location)) {
    const pool = postgresPool(location, onIdleError);
    const { log, metrics } = watchDatabase('postgres', pool);
    const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }), log });
    const pulse = postgresPulse(location);
    const close = async (): Promise<void> => {
      await pulse.close();
      await db.destroy();
    };
    return { engine: 'postgres', db, pulse, metrics, close };
  }
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) {
    const scheme = location.slice(0, location.indexOf(':'));
    throw new Mistake(
      `DATABASE_URL must begin with "postgres://" or "postgresql://", but begins with "${scheme}://". Leave it unset for the embedded database.`,
    );
  }
  if (location !== ':memory:') await keepToOwner(location);
  const { log, metrics } = watchDatabase('sqlite', null);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(location), log });
  return { engine: 'sqlite', db, pulse: ownPulse, metrics, close: () => db.destroy() };
}

/** Any other location is a file of the embedded database. */
export const isPostgresUrl = (location: string): boolean => /^postgres(?:ql)?:\/\//.test(location);

/** SQLite gives the log and the index beside a new file the mode of the file itself. */
async function keepToOwner(file: string): Promise<void> {
  await makeDataFolder(dirname(file));
  await makePrivate(file);
  await Promise.all(['-wal', '-shm'].map((end) => keepPrivate(`${file}${end}`)));
}
