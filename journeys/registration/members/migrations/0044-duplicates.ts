import { PostgresAdapter, sql } from 'kysely';
import { selectAliasKey } from '#journeys/registration/members/find-duplicates/alias-key.ts';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Finds possible duplicates without a table scan. */
export const duplicates: SchemaMigration = {
  name: '0044-duplicates',
  phase: 'expand',
  async up(db) {
    const engine = db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite';
    for (const table of ['members', 'waiting_list', 'membership_interest'])
      await sql`create index ${sql.id(`${table}_by_alias`)} on ${sql.table(table)} ((${selectAliasKey(engine, 'email_canonical')}))`.execute(
        db,
      );
    await sql`create index members_by_name on members (lower(last_name), lower(first_name))`.execute(db);
  },
};
