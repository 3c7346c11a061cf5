import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, addOptionalColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** Drafts that wait for a publisher, or that one declined with a reason. */
export const draftSubmissions: SchemaMigration = {
  name: '0049-draft-submissions',
  phase: 'expand',
  async up(db) {
    await create(db, 'draft_submissions', (table) =>
      addOptionalColumns(
        addTextColumns(table, 'draft', 'note', 'submitted_by', 'submitted_at'),
        'declined_by',
        'declined_at',
        'reason',
      )
        .addPrimaryKeyConstraint('draft_submissions_key', ['draft'])
        .addForeignKeyConstraint('draft_submissions_draft', ['draft'], 'drafts', ['id'], (key) =>
          key.onDelete('cascade'),
        ),
    );
  },
};
