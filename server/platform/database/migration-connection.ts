import { setTimeout as sleep } from 'node:timers/promises';
import { type DialectAdapter, Kysely, PostgresAdapter, PostgresDialect, type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import { UnavailableError } from '#engine/shared/errors.ts';
import { type Db, isPostgresUrl } from '#server/platform/database/open-database.ts';
import { postgresLimits } from '#server/platform/database/postgres-pool.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import { NodeSqliteDialect } from '#server/platform/database/sqlite-dialect.ts';

/** Limits of migrations on PostgreSQL, in milliseconds. */
export const migrationLimits = {
  /** Lock timeout: a waiting lock on a table blocks all later users of that table. */
  lock: 2_000,
  /** Delay between attempts to get the locks. */
  pauseMs: 1_000,
  /** Attempts to get the locks; then an operator has to find out who holds them. */
  attempts: 60,
  /** Poll interval while another process migrates. */
  look: 100,
  /** Timeout while another process migrates, which may be building an index. */
  turn: 3_600_000,
} as const;

/** The lock of Kysely's own adapter, so that earlier releases wait as well. */
const LOCK_ID = '3853314791062309107';

export interface MigrationConnection {
  readonly engine: 'sqlite' | 'postgres';
  readonly db: Db;
  close(): Promise<void>;
}

/**
 * A connection for schema changes, without a statement timeout.
 *
 * @param location a URL that leads to PostgreSQL itself (PgBouncer in transaction mode supports neither session locks nor session settings), or the path
 *   of a SQLite file
 * @param lock lock timeout in milliseconds; 0 for none
 */
export function connectForMigrations(location: string, lock: number = migrationLimits.lock): MigrationConnection {
  const engine = isPostgresUrl(location) ? 'postgres' : 'sqlite';
  const dialect =
    engine === 'postgres'
      ? new MigratingDialect({ pool: migrationPool(location, lock) })
      : new NodeSqliteDialect(location, { foreignKeys: false });
  const db = new Kysely<Tables>({ dialect });
  return { engine, db, close: () => db.destroy() };
}

function migrationPool(connectionString: string, lock: number): pg.Pool {
  const pool = new pg.Pool({
    connectionString,
    // One migrates, one reads the state.
    max: 2,
    connectionTimeoutMillis: postgresLimits.connect,
    application_name: 'vitrine migrate',
    options: `-c statement_timeout=0 -c idle_in_transaction_session_timeout=0 -c lock_timeout=${lock}`,
  });
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Runs work on one connection while no other process migrates. */
export async function withMigrationLock(db: Db, work: (locked: Db) => Promise<void>): Promise<void> {
  await db.connection().execute(async (locked) => {
    await takeLock(locked);
    await work(locked).finally(() => releaseLock(locked));
  });
}

/**
 * Polls for the lock, where Kysely would wait inside a statement: `create index concurrently` waits for all running statements, including one that
 * waits for the lock of the process that builds the index.
 */
async function takeLock(connection: QueryExecutorProvider): Promise<void> {
  const ask = sql<{ mine: boolean }>`select pg_try_advisory_lock(${sql.lit(LOCK_ID)}::bigint) as mine`;
  for (let waited = 0; waited < migrationLimits.turn; waited += migrationLimits.look) {
    if ((await ask.execute(connection)).rows[0]?.mine === true) return;
    await sleep(migrationLimits.look);
  }
  throw new UnavailableError(
    'Another process has been migrating the database for an hour. Look whether it is still at work.',
  );
}

async function releaseLock(connection: QueryExecutorProvider): Promise<void> {
  await sql`select pg_advisory_unlock(${sql.lit(LOCK_ID)}::bigint)`.execute(connection);
}

class MigratingDialect extends PostgresDialect {
  override createAdapter(): DialectAdapter {
    return new MigratingAdapter();
  }
}

class MigratingAdapter extends PostgresAdapter {
  override acquireMigrationLock(db: QueryExecutorProvider): Promise<void> {
    return takeLock(db);
  }

  override releaseMigrationLock(db: QueryExecutorProvider): Promise<void> {
    return releaseLock(db);
  }
}
