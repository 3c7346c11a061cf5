import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, addKeyColumn, addTextColumns } from '#server/platform/database/schema.ts';

/** Experiments stopped by the kill switch. */
export const experimentStops: SchemaMigration = {
  name: '0015-experiment-stops',
  phase: 'expand',
  async up(db) {
    await create(db, 'experiment_stops', (table) =>
      addTextColumns(addKeyColumn(table, 'experiment'), 'stopped_at', 'stopped_by'),
    );
  },
};
