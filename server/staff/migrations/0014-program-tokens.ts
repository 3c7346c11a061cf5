import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addKeyColumn, addOptionalColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** API tokens; only hashes are stored. */
export const apiTokensTable: SchemaMigration = {
  name: '0014-program-tokens',
  phase: 'expand',
  async up(db) {
    await create(db, 'program_tokens', (table) =>
      addOptionalColumns(
        addTextColumns(addKeyColumn(table, 'id'), 'name', 'token_hash', 'scopes', 'created_at', 'expires_at'),
        'inviter_id',
        'seen_at',
      ).addUniqueConstraint('program_token', ['token_hash']),
    );
    await index(db, 'program_tokens', 'expires_at');
    await index(db, 'program_tokens', 'inviter_id');
  },
};
