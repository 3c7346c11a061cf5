import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Groups of admins, and last use of sessions. Existing admins keep all permissions. */
export const staffGroups: SchemaMigration = {
  name: '0009-staff-groups',
  phase: 'expand',
  async up(db) {
    await db.schema
      .alterTable('admins')
      .addColumn('staff_group', 'text', (column) => column.notNull().defaultTo('admin'))
      .execute();
    await db.schema.alterTable('access_tokens').addColumn('seen_at', 'text').execute();
  },
};
