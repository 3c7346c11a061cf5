import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, keyColumn, textColumn } from '#server/platform/database/schema.ts';

/** What one process does for all of them. */
export const leases: SchemaMigration = {
  name: '0006-leases',
  phase: 'expand',
  up: (db) => create(db, 'leases', (table) => textColumn(keyColumn(table, 'name'), 'holder', 'expires_at')),
};
