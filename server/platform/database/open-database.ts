import { dirname } from 'node:path';
import { Kysely, PostgresDialect, type PostgresPool, type Transaction as KyselyTransaction } from 'kysely';
import type { Metric } from 'prom-client';
import { watchDatabase } from '#server/platform/database/database-metrics.ts';
import { type Gate, createGatedPool, createGatedHealth } from '#server/platform/database/gate.ts';
import { keepPrivate, makeDataFolder, makePrivate } from '#server/platform/data-folder/private-file.ts';
import { keepWarm } from '#server/platform/database/keep-warm.ts';
import { type PoolOptions, createPostgresPool } from '#server/platform/database/postgres-pool.ts';
import { alwaysHealthy, type DatabaseHealth, createPostgresHealth } from '#server/platform/database/database-health.ts';
import { NodeSqliteDialect } from '#server/platform/database/sqlite-dialect.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { UserError } from '#engine/shared/errors.ts';

/** A connection outside a transaction. */
export type Db = Kysely<Tables>;
/** A connection inside one; assignable to `Db`. */
export type Transaction = KyselyTransaction<Tables>;

export interface Database {
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Db;
  /** The same for counters, whose transactions survive a crash of the process but need not survive a power failure. */
  readonly counters: Db;
  readonly databaseHealth: DatabaseHealth;
  /** Metrics of statements and connections. */
  readonly metrics: readonly Metric[];
  /** The same database for callers that must wait for the gate; closed with this one. A no-op for the embedded database, which is always available. */
  behind(gate: Gate): Database;
  /** Opens the configured idle connections and keeps them open. Rejects without a database. */
  warm(): Promise<void>;
  close(): Promise<void>;
}

/** For commands. */
const fewConnections: PoolOptions = { max: 10, warm: 0, isPooled: false };

/**
 * Opens the database without migrating it and without connecting to PostgreSQL.
 *
 * @param location a `postgres://` or `postgresql://` URL, or the path of a SQLite file, which is created with its folder
 * @param timeoutMs see `DatabaseHealth`
 */
export async function openDatabase(
  location: string,
  onIdleError: (error: Error) => void = () => {},
  pool: PoolOptions = fewConnections,
  timeoutMs?: number,
): Promise<Database> {
  if (isPostgresUrl(location)) return openPostgres(location, pool, onIdleError, timeoutMs);
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(location)) {
    const scheme = location.slice(0, location.indexOf(':'));
    throw new UserError(
      `DATABASE_URL must begin with "postgres://" or "postgresql://", but begins with "${scheme}://". Leave it unset for the embedded database.`,
    );
  }
  if (location !== ':memory:') await keepToOwner(location);
  const { log, metrics } = watchDatabase('sqlite', null);
  const dialect = new NodeSqliteDialect(location);
  const db = new Kysely<Tables>({ dialect, log });
  const counters = new Kysely<Tables>({ dialect: dialect.withoutSync(), log });
  return {
    engine: 'sqlite',
    db,
    counters,
    databaseHealth: alwaysHealthy,
    metrics,
    behind: ownBehind,
    warm: async () => {},
    close: async () => {
      await db.destroy();
      await counters.destroy();
    },
  };
}

function ownBehind(this: Database): Database {
  return this;
}

function openPostgres(
  url: string,
  options: PoolOptions,
  onIdleError: (error: Error) => void,
  timeoutMs?: number,
): Database {
  const pool = createPostgresPool(url, options, onIdleError);
  const warm = keepWarm(pool, Math.min(options.warm, options.max));
  const databaseHealth = createPostgresHealth(url, timeoutMs);
  const { log, metrics } = watchDatabase('postgres', pool);
  const on = (own: PostgresPool): Db => new Kysely<Tables>({ dialect: new PostgresDialect({ pool: own }), log });
  const db = on(pool);
  const database: Database = {
    engine: 'postgres',
    db,
    counters: db,
    databaseHealth,
    metrics,
    behind: (gate) => {
      const gated = on(createGatedPool(pool, gate));
      return { ...database, db: gated, counters: gated, databaseHealth: createGatedHealth(databaseHealth, gate) };
    },
    warm: () => warm.warm(),
    close: async () => {
      warm.stop();
      await databaseHealth.close();
      await db.destroy();
    },
  };
  return database;
}

/** Any other location is a SQLite file. */
export const isPostgresUrl = (location: string): boolean => /^postgres(?:ql)?:\/\//.test(location);

/** SQLite creates the log and the index with the mode of the database file. */
async function keepToOwner(file: string): Promise<void> {
  await makeDataFolder(dirname(file));
  await makePrivate(file);
  await Promise.all(['-wal', '-shm'].map((end) => keepPrivate(`${file}${end}`)));
}
