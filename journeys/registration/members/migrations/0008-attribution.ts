import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Attribution of an account's activation, independent of the device. */
export const attribution: SchemaMigration = {
  name: '0008-attribution',
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('members').addColumn('attribution', 'text').execute();
  },
};
