import type { SchemaPart } from '#server/platform/database/migration-steps.ts';
import { create, key, text } from '#server/platform/database/schema.ts';

/** What one process does for all of them. */
export const leases: SchemaPart = {
  name: '0006-leases',
  phase: 'expand',
  up: (db) => create(db, 'leases', (table) => text(key(table, 'name'), 'holder', 'expires_at')),
};
