import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** What experiments credit an account's activation to, whichever device the mail is opened on. */
export const attribution: SchemaMigration = {
  name: '0008-attribution',
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('members').addColumn('attribution', 'text').execute();
  },
};
