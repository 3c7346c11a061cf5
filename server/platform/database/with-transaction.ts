import { setTimeout as sleep } from 'node:timers/promises';
import { classifyDatabaseError } from '#server/platform/database/database-error.ts';
import type { Database, Transaction } from '#server/platform/database/open-database.ts';

/** Carries a result out of a transaction that is rolled back. */
class RolledBackError<T> extends Error {
  readonly outcome: T;

  constructor(outcome: T) {
    super('Rolled back on purpose.');
    this.outcome = outcome;
  }
}

/**
 * Runs a transaction. `undo(outcome)` rolls back and returns `outcome`. Deadlocks and serialization failures of PostgreSQL are retried three times; other
 * errors are thrown. Never await slow work (mail, HTTP) inside, and run every query through `tx`.
 */
export async function withTransaction<T>(
  database: Pick<Database, 'db'>,
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
      if (attempt > 3 || classifyDatabaseError(error) !== 'retry') throw error;
      await sleep(attempt * 10);
    }
  }
}

function isRolledBack<T>(error: unknown): error is RolledBackError<T> {
  return error instanceof RolledBackError;
}
