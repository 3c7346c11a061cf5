import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addKeyColumn, addOptionalColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** Entries of form documents. */
export const formEntries: SchemaMigration = {
  name: '0034-form-entries',
  phase: 'expand',
  async up(db) {
    await create(db, 'form_entries', (table) =>
      addOptionalColumns(
        addTextColumns(
          addKeyColumn(table, 'id'),
          'form',
          'version',
          'locale',
          'content',
          'search_text',
          'consents',
          'query',
          'sent_at',
          'delete_at',
        ),
        'document',
        'email_canonical',
        'attribution',
      ),
    );
    await index(db, 'form_entries', 'form', 'sent_at');
    await index(db, 'form_entries', 'email_canonical');
    await index(db, 'form_entries', 'delete_at');
  },
};
