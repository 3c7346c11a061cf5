import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, addIntegerColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** Errors per hour, for the chart on the dashboard. */
export const errorCounts: SchemaMigration = {
  name: '0045-error-counts',
  phase: 'expand',
  async up(db) {
    await create(db, 'error_counts', (table) =>
      addIntegerColumns(addTextColumns(table, 'source', 'hour'), 'errors').addPrimaryKeyConstraint(
        'error_counts_of_hours',
        ['hour', 'source'],
      ),
    );
  },
};
