import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Time of the last reauthentication. */
export const confirmedSessions: SchemaMigration = {
  name: '0017-confirmed-sessions',
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('access_tokens').addColumn('proved_at', 'text').execute();
  },
};
