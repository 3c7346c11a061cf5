import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Creator of an API token; `null` for the command line. */
export const tokenIssuers: SchemaMigration = {
  name: '0021-token-issuers',
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('program_tokens').addColumn('created_by', 'text').execute();
  },
};
