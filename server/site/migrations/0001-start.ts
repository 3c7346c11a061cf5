import type { SchemaPart } from '#server/platform/database/migration-steps.ts';
import { create, index, integer, key, text } from '#server/platform/database/schema.ts';

/** Exposures in the first shape of the database. */
export const exposureTable: SchemaPart = {
  name: '0001-start',
  phase: 'expand',
  part: 4,
  async up(db) {
    await create(db, 'exposures', (table) =>
      integer(
        text(key(table, 'id'), 'anonymous_id', 'session_id', 'experiment', 'variation', 'attributes', 'evaluated_at'),
        'consented',
      ),
    );
    await index(db, 'exposures', 'experiment', 'anonymous_id');
    await index(db, 'exposures', 'evaluated_at');
  },
};
