import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, addIntegerColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** Paint times by variation as histograms (N16), without visitor data. */
export const paints: SchemaMigration = {
  name: '0028-paints',
  phase: 'expand',
  async up(db) {
    await create(db, 'paint_counts', (table) =>
      addIntegerColumns(
        addTextColumns(table, 'experiment', 'variation'),
        'phase',
        'step',
        'pages',
      ).addPrimaryKeyConstraint('paint_counts_key', ['experiment', 'phase', 'variation', 'step']),
    );
  },
};
