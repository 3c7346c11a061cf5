import { sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Time of the last registration per inviter, initialized from existing accounts, for sorting codes. */
export const lastUsedCodes: SchemaMigration = {
  name: '0043-last-used-codes',
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('inviters').addColumn('last_used_at', 'text').execute();
    await sql`
      update inviters set last_used_at = used.at
      from (select inviter_id, max(registered_at) as at from members group by inviter_id) as used
      where used.inviter_id = inviters.id`.execute(db);
    await sql`create index inviters_by_last_use on inviters (coalesce(last_used_at, ''), id)`.execute(db);
  },
};
