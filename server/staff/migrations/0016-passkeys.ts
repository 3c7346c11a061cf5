import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import {
  create,
  index,
  addIntegerColumns,
  addKeyColumn,
  addOptionalColumns,
  addTextColumns,
} from '#server/platform/database/schema.ts';

/** Passkeys of staff users, with public keys only. */
export const passkeysTable: SchemaMigration = {
  name: '0016-passkeys',
  phase: 'expand',
  async up(db) {
    await create(db, 'staff_passkeys', (table) =>
      addOptionalColumns(
        addIntegerColumns(
          addTextColumns(addKeyColumn(table, 'id'), 'admin_id', 'name', 'public_key', 'transports', 'created_at'),
          'counter',
        ),
        'used_at',
      ),
    );
    await index(db, 'staff_passkeys', 'admin_id');
  },
};
