import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, addKeyColumn, addTextColumns } from '#server/platform/database/schema.ts';

/** Leases of tasks that one process runs for all. */
export const leases: SchemaMigration = {
  name: '0006-leases',
  phase: 'expand',
  up: (db) => create(db, 'leases', (table) => addTextColumns(addKeyColumn(table, 'name'), 'holder', 'expires_at')),
};
