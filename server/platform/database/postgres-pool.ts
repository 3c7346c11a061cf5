import pg from 'pg';

/** Limits of the PostgreSQL dependency, in milliseconds (ASVS 5.0.0, 13.1.2 and 13.1.3). */
export const postgresLimits = {
  /** Waiting for a free connection or for a new one. */
  connect: 5_000,
  /** One statement, waiting for row locks included. */
  statement: 2_000,
  /** A transaction that nobody drives on any more is ended. */
  idleInTransaction: 10_000,
  idleConnection: 30_000,
  /** Of silence, before the system looks whether the other end of a connection that nobody uses is still there. */
  keepAlive: 30_000,
} as const;

/** How many connections a pool has, and to whom. */
export interface PoolOptions {
  readonly max: number;
  /** Stay open while nobody needs them, see `keepWarm`. */
  readonly warm: number;
  /** Whether a pooler in transaction mode stands in between: it refuses limits of a connection, so the role has them. */
  readonly isPooled: boolean;
}

const BIGINT = 20;
const NUMERIC = 1700;

/** Counts arrive as numbers, as they do on SQLite; nothing here counts beyond 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(BIGINT, Number);
types.setTypeParser(NUMERIC, Number);

/** @param onIdleError Called for a connection that broke while nobody used it; without a listener the process would end. */
export function postgresPool(
  url: string,
  { max: most, warm, isPooled }: PoolOptions,
  onIdleError: (error: Error) => void,
): pg.Pool {
  const limits = {
    statement_timeout: postgresLimits.statement,
    idle_in_transaction_session_timeout: postgresLimits.idleInTransaction,
  };
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: most,
    min: Math.min(warm, most),
    keepAlive: true,
    keepAliveInitialDelayMillis: postgresLimits.keepAlive,
    connectionTimeoutMillis: postgresLimits.connect,
    idleTimeoutMillis: postgresLimits.idleConnection,
    ...(isPooled ? {} : limits),
    application_name: 'vitrine',
  });
  pool.on('error', onIdleError);
  // The pool listens to idle connections only: one that breaks between two statements of a transaction would end the process.
  // Anyone who holds it learns of it from the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
