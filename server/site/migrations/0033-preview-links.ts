import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addKeyColumn, addOptionalColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** Links that show a draft, a revision or the live content under chosen conditions, without an account. */
export const previewLinks: SchemaMigration = {
  name: '0033-preview-links',
  phase: 'expand',
  async up(db) {
    await create(db, 'preview_links', (table) =>
      addOptionalColumns(
        addTextColumns(addKeyColumn(table, 'id'), 'path', 'locale', 'facts', 'created_by', 'created_at', 'expires_at'),
        'draft',
        'revoked_at',
      ).addColumn('revision', 'integer'),
    );
    await index(db, 'preview_links', 'expires_at');
    await index(db, 'preview_links', 'draft');
  },
};
