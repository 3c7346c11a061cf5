import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, addTextColumns } from '#server/platform/database/schema.ts';

/** Authors of a draft: with four-eyes approval, none of them may publish it. */
export const draftAuthors: SchemaMigration = {
  name: '0036-draft-authors',
  phase: 'expand',
  async up(db) {
    await create(db, 'draft_authors', (table) =>
      addTextColumns(table, 'draft', 'author')
        .addPrimaryKeyConstraint('draft_authors_key', ['draft', 'author'])
        .addForeignKeyConstraint('draft_authors_draft', ['draft'], 'drafts', ['id'], (key) => key.onDelete('cascade')),
    );
  },
};
