import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, addIntegerColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** Visitors of a variation counted when the page was sent, in experiments that count seen blocks (N26). */
export const pageExposures: SchemaMigration = {
  name: '0023-page-exposures',
  phase: 'expand',
  async up(db) {
    await create(db, 'page_exposure_counts', (table) =>
      addIntegerColumns(addTextColumns(table, 'experiment', 'variation'), 'phase', 'visitors').addPrimaryKeyConstraint(
        'page_exposure_counts_key',
        ['experiment', 'phase', 'variation'],
      ),
    );
  },
};
