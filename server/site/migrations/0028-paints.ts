import type { SchemaPart } from '#server/platform/database/migration-steps.ts';
import { create, integer, text } from '#server/platform/database/schema.ts';

/** When pages of an arm were painted, in steps (N16); whose they were is not kept. */
export const paints: SchemaPart = {
  name: '0028-paints',
  phase: 'expand',
  async up(db) {
    await create(db, 'paint_counts', (table) =>
      integer(text(table, 'experiment', 'variation'), 'phase', 'step', 'pages').addPrimaryKeyConstraint(
        'paint_counts_key',
        ['experiment', 'phase', 'variation', 'step'],
      ),
    );
  },
};
