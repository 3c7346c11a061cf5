import pg from 'pg';

/** Time limits of the PostgreSQL dependency, in milliseconds (ASVS 5.0.0, 13.1.2 and 13.1.3). */
export const postgresLimits = {
  connections: 10,
  /** Waiting for a free connection or for a new one. */
  connect: 5_000,
  /** One statement, waiting for row locks included. */
  statement: 2_000,
  /** A transaction that nobody drives on any more is ended. */
  idleInTransaction: 10_000,
  idleConnection: 30_000,
} as const;

const BIGINT = 20;
const NUMERIC = 1700;

/** Counts arrive as numbers, as they do on SQLite; nothing here counts beyond 2^53. */
const types = new pg.TypeOverrides();
types.setTypeParser(BIGINT, Number);
types.setTypeParser(NUMERIC, Number);

/** @param onIdleError Told about a connection that broke while nobody used it; without a listener the process would end. */
export function postgresPool(url: string, onIdleError: (error: Error) => void): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    types,
    max: postgresLimits.connections,
    connectionTimeoutMillis: postgresLimits.connect,
    idleTimeoutMillis: postgresLimits.idleConnection,
    statement_timeout: postgresLimits.statement,
    idle_in_transaction_session_timeout: postgresLimits.idleInTransaction,
    application_name: 'vitrine',
  });
  pool.on('error', onIdleError);
  // The pool listens to idle connections only: one that breaks between two statements of a transaction would end the process.
  // Whoever holds it learns of it from the next statement.
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}
