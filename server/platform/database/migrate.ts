import { Bug, isOutage, Outage } from '#engine/base/errors.ts';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { databaseErrorKind } from '#server/platform/database/database-error.ts';

/** A step of the database's shape, or one wing's part of it. Once it has run anywhere, neither its name nor what it does changes. */
export interface MigrationPart extends Migration {
  /** Begins with a number: migrations run in the order of their names. */
  readonly name: string;
  /** Parts of one migration run in this order, in one transaction. */
  readonly part?: number;
}

/** Parts of all wings as one list of migrations. Throws when two have the same name and number. */
export function joinMigrations(parts: readonly MigrationPart[]): Record<string, Migration> {
  const byName = Map.groupBy(
    parts.toSorted((a, b) => (a.part ?? 1) - (b.part ?? 1)),
    ({ name }) => name,
  );
  for (const [name, own] of byName) {
    if (new Set(own.map(({ part = 1 }) => part)).size < own.length)
      throw new Bug(`Two parts of the migration "${name}" have the same number, so nobody knows which runs first.`);
  }
  return Object.fromEntries(
    [...byName].map(([name, own]) => [
      name,
      {
        async up(db) {
          for (const part of own) await part.up(db);
        },
      } satisfies Migration,
    ]),
  );
}

/**
 * Brings the database to the newest shape; several processes may call it at once (SQLite: one immediate transaction,
 * PostgreSQL: an advisory lock). Throws an Outage with the migration's name when one fails; a failed one leaves nothing behind.
 */
export async function migrate<T>(db: Kysely<T>, parts: readonly MigrationPart[]): Promise<void> {
  const migrations = joinMigrations(parts);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  for (let attempt = 1; ; attempt += 1) {
    const { error, results } = await migrator.migrateToLatest();
    if (error === undefined) return;
    // Two processes that create the bookkeeping tables in the same instant: the loser simply looks again.
    if (attempt < 5 && ['unique', 'busy', 'retry'].includes(databaseErrorKind(error))) continue;
    if (isOutage(error)) throw error;
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'preparing the migrations';
    throw new Outage(
      `The database could not be brought to the newest shape: "${failed}" failed (${reasonOf(error)}). Look whether it runs, and whether its user may change tables.`,
      { cause: error },
    );
  }
}

/** A connection that was refused under several addresses has no message, only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message === '' && 'code' in error ? String(error.code) : error.message;
}
