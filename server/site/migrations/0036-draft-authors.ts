import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, textColumn } from '#server/platform/database/schema.ts';

/** Everyone who changed a draft: where a second person has to approve, none of them publishes it. */
export const draftAuthors: SchemaMigration = {
  name: '0036-draft-authors',
  phase: 'expand',
  async up(db) {
    await create(db, 'draft_authors', (table) =>
      textColumn(table, 'draft', 'author')
        .addPrimaryKeyConstraint('draft_authors_key', ['draft', 'author'])
        .addForeignKeyConstraint('draft_authors_draft', ['draft'], 'drafts', ['id'], (key) => key.onDelete('cascade')),
    );
  },
};
