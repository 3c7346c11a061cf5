import { sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Sorts codes by columns of their inviters, with the id as tie-breaker. */
export const inviterOrders: SchemaMigration = {
  name: '0047-inviter-orders',
  phase: 'expand',
  async up(db) {
    for (const index of ['inviters_by_name', 'inviters_by_free', 'inviters_by_active'])
      await sql`drop index if exists ${sql.id(index)}`.execute(db);
    await sql`create index inviters_by_name on inviters (coalesce(first_name, ''), id)`.execute(db);
    await sql`create index inviters_by_free on inviters (free, id)`.execute(db);
    await sql`create index inviters_by_active on inviters (active, id)`.execute(db);
  },
};
