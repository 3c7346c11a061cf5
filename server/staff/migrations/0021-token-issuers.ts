import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Which admin made a program's token; nobody for those of the command line. */
export const tokenIssuers: SchemaMigration = {
  name: '0021-token-issuers',
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('program_tokens').addColumn('created_by', 'text').execute();
  },
};
