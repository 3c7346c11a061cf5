import { sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Codes sorted by what their inviters have: many have the same, and the id decides between them. */
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
