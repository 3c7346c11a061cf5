import { UnavailableError } from '#engine/shared/errors.ts';

/** Kinds of database errors, common to both engines. */
export type DatabaseErrorKind = 'unique' | 'check' | 'foreign-key' | 'busy' | 'retry' | 'unavailable' | 'other';

/**
 * SQLite result codes (sqlite.org/rescode.html): the low byte is the primary code, the whole number the extended one.
 * PostgreSQL SQLSTATE classes (Appendix A of its manual); connection failures carry Node's `E…` codes.
 */
export function classifyDatabaseError(error: unknown): DatabaseErrorKind {
  if (!(error instanceof Error)) return 'other';
  if (error instanceof UnavailableError)
    return error.cause === undefined ? 'unavailable' : classifyDatabaseError(error.cause);
  if ('errcode' in error && typeof error.errcode === 'number') return sqliteKind(error.errcode);
  if ('code' in error && typeof error.code === 'string') return postgresKind(error.code);
  // pg-pool throws a plain error when waiting for a connection times out.
  return /timeout exceeded when trying to connect|Connection terminated/.test(error.message) ? 'unavailable' : 'other';
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;

/** Permission, read-only, disk, corruption, full, cannot open, no database: errors of the file, not of the query. */
const SQLITE_FILE = new Set([3, 8, 10, 11, 13, 14, 26]);

const sqliteKinds: Readonly<Record<number, DatabaseErrorKind>> = {
  275: 'check',
  787: 'foreign-key',
  1555: 'unique',
  2067: 'unique',
};

function sqliteKind(code: number): DatabaseErrorKind {
  const primary = code & 0xff;
  if (primary === SQLITE_BUSY || primary === SQLITE_LOCKED) return 'busy';
  if (SQLITE_FILE.has(primary)) return 'unavailable';
  return sqliteKinds[code] ?? 'other';
}

const postgresKinds: Readonly<Record<string, DatabaseErrorKind>> = {
  '23505': 'unique',
  '23514': 'check',
  '23503': 'foreign-key',
  '40001': 'retry',
  '40P01': 'retry',
  '55P03': 'busy',
  '57014': 'busy',
};

function postgresKind(code: string): DatabaseErrorKind {
  const known = postgresKinds[code];
  if (known) return known;
  return /^(?:08|53|57P)/.test(code) || /^E[A-Z]+$/.test(code) ? 'unavailable' : 'other';
}
