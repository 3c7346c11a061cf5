import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addIntegerColumns, addKeyColumn, addTextColumns } from '#server/platform/database/schema.ts';

/** Initial table of exposures. */
export const exposureTable: SchemaMigration = {
  name: '0001-start',
  phase: 'expand',
  part: 4,
  async up(db) {
    await create(db, 'exposures', (table) =>
      addIntegerColumns(
        addTextColumns(
          addKeyColumn(table, 'id'),
          'anonymous_id',
          'session_id',
          'experiment',
          'variation',
          'attributes',
          'evaluated_at',
        ),
        'consented',
      ),
    );
    await index(db, 'exposures', 'experiment', 'anonymous_id');
    await index(db, 'exposures', 'evaluated_at');
  },
};
