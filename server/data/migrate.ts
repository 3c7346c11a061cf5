import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { Outage } from '#engine/base/errors.ts';
import { start } from '#server/data/migrations/0001-start.ts';
import { accessTokens } from '#server/data/migrations/0002-access-tokens.ts';
import { experiments } from '#server/data/migrations/0003-experiments.ts';
import { databaseErrorKind } from '#server/data/database-error.ts';

const migrations = { '0001-start': start, '0002-access-tokens': accessTokens, '0003-experiments': experiments };

/**
 * Brings the database to the newest shape; several processes may call it at once (SQLite: one immediate transaction,
 * PostgreSQL: an advisory lock). Throws with the migration's name when one fails; a failed one leaves nothing behind.
 */
export async function migrate<T>(db: Kysely<T>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  for (let attempt = 1; ; attempt += 1) {
    const { error, results } = await migrator.migrateToLatest();
    if (error === undefined) return;
    // Two processes that create the bookkeeping tables in the same instant: the loser simply looks again.
    if (attempt < 5 && ['unique', 'busy', 'retry'].includes(databaseErrorKind(error))) continue;
    const failed = results?.find((result) => result.status === 'Error')?.migrationName ?? 'preparing the migrations';
    throw new Outage(`The database could not be brought to the newest shape: "${failed}" failed.`, { cause: error });
  }
}
