import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, integerColumn, textColumn } from '#server/platform/database/schema.ts';

/** Errors per hour, for the chart on the dashboard. */
export const errorCounts: SchemaMigration = {
  name: '0045-error-counts',
  phase: 'expand',
  async up(db) {
    await create(db, 'error_counts', (table) =>
      integerColumn(textColumn(table, 'source', 'hour'), 'errors').addPrimaryKeyConstraint('error_counts_of_hours', [
        'hour',
        'source',
      ]),
    );
  },
};
