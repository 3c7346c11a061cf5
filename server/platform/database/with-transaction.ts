import { setTimeout as sleep } from 'node:timers/promises';
import { databaseErrorKind } from '#server/platform/database/database-error.ts';
import type { Database, Transaction } from '#server/platform/database/open-database.ts';

/** Carries an outcome out of a transaction that must leave nothing behind. */
class RolledBackError<T> extends Error {
  readonly outcome: T;

  constructor(outcome: T) {
    super('Rolled back on purpose.');
    this.outcome = outcome;
  }
}

/**
 * Runs a transaction. `undo(outcome)` rolls everything back and makes `outcome` the result. A deadlock or serialisation
 * failure on PostgreSQL is tried again three times; any other error is thrown as it is.
 * Nothing slow (mail, HTTP) may be awaited inside, and every query goes through `tx`.
 */
export async function withTransaction<T>(
  database: Database,
  work: (tx: Transaction, undo: (outcome: T) => never) => Promise<T>,
): Promise<T> {
  const undo = (outcome: T): never => {
    throw new RolledBackError(outcome);
  };
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await database.db.transaction().execute((tx) => work(tx, undo));
    } catch (error) {
      if (isRolledBack<T>(error)) return error.outcome;
      if (attempt > 3 || databaseErrorKind(error) !== 'retry') throw error;
      await sleep(attempt * 10);
    }
  }
}

function isRolledBack<T>(error: unknown): error is RolledBackError<T> {
  return error instanceof RolledBackError;
}
