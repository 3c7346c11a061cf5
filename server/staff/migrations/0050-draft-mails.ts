import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Whether a colleague gets mails about drafts, and in which language. */
export const draftMails: SchemaMigration = {
  name: '0050-draft-mails',
  phase: 'expand',
  async up(db) {
    await db.schema
      .alterTable('admins')
      .addColumn('draft_mails', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema.alterTable('admins').addColumn('locale', 'text').execute();
  },
};
