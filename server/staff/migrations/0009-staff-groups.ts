import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** What each admin may do, and when a session was last used. Anyone who was an admin before may do everything, as before. */
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
