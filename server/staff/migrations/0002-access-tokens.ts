import { sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Sessions of signed-in users; only hashes of their tokens are stored. */
export const accessTokens: SchemaMigration = {
  name: '0002-access-tokens',
  phase: 'expand',
  async up(db) {
    await db.schema
      .createTable('access_tokens')
      .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
      .addColumn('role', 'text', (column) => column.notNull())
      .addColumn('subject', 'text', (column) => column.notNull())
      .addColumn('created_at', 'text', (column) => column.notNull())
      .addColumn('expires_at', 'text', (column) => column.notNull())
      .addCheckConstraint('role_known', sql`role in ('member', 'inviter', 'admin')`)
      .execute();
    await db.schema.createIndex('access_tokens_by_subject').on('access_tokens').columns(['subject']).execute();
    await db.schema.createIndex('access_tokens_by_expires_at').on('access_tokens').columns(['expires_at']).execute();
  },
};
