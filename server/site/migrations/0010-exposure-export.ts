import { type IndexPart, indexOn, type SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, addIntegerColumns, addKeyColumn, addTextColumns } from '#server/platform/database/schema.ts';

/** State of the export to a column store: exported rows, the open batch, and erased visitors. */
export const exposureExport: SchemaMigration = {
  name: '0010-exposure-export',
  phase: 'expand',
  async up(db) {
    await db.schema.alterTable('exposures').addColumn('export_batch', 'integer').execute();
    await create(db, 'exposure_exports', (table) =>
      addIntegerColumns(addTextColumns(addKeyColumn(table, 'name'), 'file'), 'batch', 'unfinished'),
    );
    await db.schema
      .createTable('exported_erasures')
      .addColumn('erased_at', 'text', (column) => column.notNull())
      .addColumn('anonymous_id', 'text', (column) => column.notNull())
      .addColumn('export_batch', 'integer')
      .addPrimaryKeyConstraint('exported_erasures_key', ['erased_at', 'anonymous_id'])
      .execute();
  },
};

/** Finds pending rows without reading exported ones. */
export const exposureExportIndex: IndexPart = {
  name: '0011-exposure-export-index',
  indexes: [indexOn('exposures', 'export_batch')],
};
