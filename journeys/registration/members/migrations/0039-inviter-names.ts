import { sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Sorts codes by the name of their inviter; those without one come first. */
export const inviterNames: SchemaMigration = {
  name: '0039-inviter-names',
  phase: 'expand',
  async up(db) {
    await sql`create index inviters_by_name on inviters (coalesce(first_name, ''))`.execute(db);
  },
};
