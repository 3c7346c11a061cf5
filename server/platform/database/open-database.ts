import { dirname } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import type { Transaction as KyselyTransaction } from 'kysely';
import { type Gate, gatedPool, gatedPulse } from '#server/platform/database/gate.ts';
import { keepPrivate, makeDataFolder, makePrivate } from '#server/platform/data-folder/private-file.ts';
import { migrationPool, postgresPool } from '#server/platform/database/postgres-pool.ts';
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
  close(): Promise<void>;
}

export interface DatabaseOptions {
  /** Told about a connection of PostgreSQL that broke while nobody used it. */
  readonly onIdleError?: (error: Error) => void;
  /** PostgreSQL lets nobody in before it is open; without one it is open from the start. */
  readonly gate?: Gate;
}

/**
 * Opens the database; does not migrate, and asks PostgreSQL for nothing yet.
 *
 * @param location A `postgres://` or `postgresql://` URL, or the path of a SQLite file, which is created with its folder.
 */
export async function openDatabase(location: string, options: DatabaseOptions = {}): Promise<Database> {
  if (/^postgres(?:ql)?:\/\//.test(location)) return openPostgres(location, options);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) {
    const scheme = location.slice(0, location.indexOf(':'));
    throw new Mistake(
      `DATABASE_URL must begin with "postgres://" or "postgresql://", but begins with "${scheme}://". Leave it unset for the embedded database.`,
    );
  }
  if (location !== ':memory:') await keepToOwner(location);
  const db = new Kysely<Tables>({ dialect: new NodeSqliteDialect(location) });
  return { engine: 'sqlite', db, pulse: ownPulse, close: () => db.destroy() };
}

function openPostgres(url: string, { onIdleError = () => {}, gate }: DatabaseOptions): Database {
  const pool = postgresPool(url, onIdleError);
  const pulse = postgresPulse(url);
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: gate === undefined ? pool : gatedPool(pool, gate) }),
  });
  return {
    engine: 'postgres',
    db,
    pulse: gate === undefined ? pulse : gatedPulse(pulse, gate),
    close: async () => {
      await pulse.close();
      await db.destroy();
    },
  };
}

/** PostgreSQL as migrations need it: one connection, past every gate, whose statements may take as long as they take. */
export function openForMigrations(url: string): Database {
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: migrationPool(url) }) });
  return { engine: 'postgres', db, pulse: ownPulse, close: () => db.destroy() };
}

/** SQLite gives the log and the index beside a new file the mode of the file itself. */
async function keepToOwner(file: string): Promise<void> {
  await makeDataFolder(dirname(file));
  await makePrivate(file);
  await Promise.all(['-wal', '-shm'].map((end) => keepPrivate(`${file}${end}`)));
}
