import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, integerColumn, textColumn } from '#server/platform/database/schema.ts';

/** How many visitors of a variation count because the page was sent, where others count once they have seen a block (N26). */
export const pageExposures: SchemaMigration = {
  name: '0023-page-exposures',
  phase: 'expand',
  async up(db) {
    await create(db, 'page_exposure_counts', (table) =>
      integerColumn(textColumn(table, 'experiment', 'variation'), 'phase', 'visitors').addPrimaryKeyConstraint(
        'page_exposure_counts_key',
        ['experiment', 'phase', 'variation'],
      ),
    );
  },
};
