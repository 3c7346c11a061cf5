import type { SchemaPart } from '#server/platform/database/migration-steps.ts';
import { create, integer, text } from '#server/platform/database/schema.ts';

/** How many visitors of an arm count because the page was sent, where others count once they have seen a block (N26). */
export const pageExposures: SchemaPart = {
  name: '0023-page-exposures',
  phase: 'expand',
  async up(db) {
    await create(db, 'page_exposure_counts', (table) =>
      integer(text(table, 'experiment', 'variation'), 'phase', 'visitors').addPrimaryKeyConstraint(
        'page_exposure_counts_key',
        ['experiment', 'phase', 'variation'],
      ),
    );
  },
};
