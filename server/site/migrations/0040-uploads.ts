import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import {
  create,
  index,
  addIntegerColumns,
  addKeyColumn,
  addOptionalColumns,
  addTextColumns,
} from '#server/platform/database/schema.ts';

/** Uploaded images and derived files, so that all nodes send the same bytes. */
export const uploads: SchemaMigration = {
  name: '0040-uploads',
  phase: 'expand',
  async up(db) {
    await create(db, 'uploads', (table) =>
      addIntegerColumns(
        addTextColumns(
          addKeyColumn(table, 'path'),
          'name',
          'hash',
          'format',
          'alt',
          'uploaded_by',
          'uploaded_at',
          'used_at',
        ),
        'width',
        'height',
        'bytes',
        'is_decorative',
        'focus_x',
        'focus_y',
      ),
    );
    await index(db, 'uploads', 'used_at');
    await create(db, 'upload_contents', (table) =>
      addTextColumns(table, 'path')
        .addColumn('content', 'bytea', (column) => column.notNull())
        .addColumn('thumbnail', 'bytea', (column) => column.notNull())
        .addPrimaryKeyConstraint('upload_contents_key', ['path'])
        .addForeignKeyConstraint('upload_contents_upload', ['path'], 'uploads', ['path'], (key) =>
          key.onDelete('cascade'),
        ),
    );
    await create(db, 'picture_files', (table) =>
      addOptionalColumns(addTextColumns(addKeyColumn(table, 'path'), 'task', 'planned_at'), 'upload')
        .addColumn('content', 'bytea')
        .addForeignKeyConstraint('picture_files_upload', ['upload'], 'uploads', ['path'], (key) =>
          key.onDelete('cascade'),
        ),
    );
    await index(db, 'picture_files', 'planned_at');
  },
};
