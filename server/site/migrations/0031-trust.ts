import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addIntegerColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** Protection of results against manipulation (Z3): deduplication, and visitors per network. */
export const trust: SchemaMigration = {
  name: '0031-trust',
  phase: 'expand',
  async up(db) {
    await create(db, 'counted_once', (table) =>
      addTextColumns(table, 'token', 'expires_at').addPrimaryKeyConstraint('counted_once_key', ['token']),
    );
    await index(db, 'counted_once', 'expires_at');
    await create(db, 'surplus_counts', (table) =>
      addIntegerColumns(addTextColumns(table, 'experiment', 'day'), 'phase', 'visits').addPrimaryKeyConstraint(
        'surplus_counts_key',
        ['experiment', 'phase', 'day'],
      ),
    );
    await create(db, 'network_exposure_counts', (table) =>
      addIntegerColumns(
        addTextColumns(table, 'day', 'network', 'experiment', 'variation'),
        'phase',
        'visitors',
      ).addPrimaryKeyConstraint('network_exposure_counts_key', ['experiment', 'phase', 'variation', 'day', 'network']),
    );
    await index(db, 'network_exposure_counts', 'day');
  },
};
