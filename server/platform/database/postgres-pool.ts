import pg from 'pg';

/** Limits of the PostgreSQL connection, in milliseconds (ASVS 5.0.0, 13.1.2 and 13.1.3). */
export const postgresLimits = {
  /** Timeout for a free or new connection. */
  connect: 5_000,
  /** Statement timeout, including waits for row locks. */
  statement: 2_000,
  /** Timeout of idle transactions. */
  idleInTransaction: 10_000,
  idleConnection: 30_000,
  /** Idle time before TCP keep-alive probes. */
  keepAlive: 30_000,
} as const;

/** Size and kind of a connection pool. */
export interface PoolOptions {
  readonly max: number;
  /** Connections that stay open when idle, see `keepWarm`. */
  readonly warm: number;
  /** Whether a pooler in transaction mode is used: it rejects connection limits, so the role must have them. */
  readonly isPooled: boolean;
}

const BIGINT = 20;
const NUMERIC = 1700;

/** Parses counts as numbers, as on SQLite; none exceeds 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(BIGINT, Number);
types.setTypeParser(NUMERIC, Number);

/** @param onIdleError called when an idle connection breaks; without a listener the process would exit */
export function createPostgresPool(
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
  // The pool handles errors of idle connections only: an error between two statements of a transaction would end the process. The next statement reports it.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
