import type { SchemaPart } from '#server/platform/database/migration-steps.ts';
import { create, key, text } from '#server/platform/database/schema.ts';

/** Experiments that somebody has stopped, whatever their documents say. */
export const experimentStops: SchemaPart = {
  name: '0015-experiment-stops',
  phase: 'expand',
  async up(db) {
    await create(db, 'experiment_stops', (table) => text(key(table, 'experiment'), 'stopped_at', 'stopped_by'));
  },
};
