import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Confirmation of the sender's address by a link. */
export const formConfirmations: SchemaMigration = {
  name: '0041-form-confirmations',
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('form_entries').addColumn('confirm_until', 'text').execute();
    await db.schema.alterTable('form_entries').addColumn('confirmed_at', 'text').execute();
  },
};
