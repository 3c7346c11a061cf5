import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import {
  create,
  index,
  addIntegerColumns,
  addOptionalColumns,
  addTextColumns,
  addKeyColumn,
} from '#server/platform/database/schema.ts';

/** Content changes without a build: drafts and published revisions. */
export const publications: SchemaMigration = {
  name: '0032-publications',
  phase: 'expand',
  async up(db) {
    await create(db, 'drafts', (table) =>
      addTextColumns(addKeyColumn(table, 'id'), 'name', 'created_by', 'created_at', 'changed_at'),
    );
    await index(db, 'drafts', 'changed_at');
    await create(db, 'draft_files', (table) =>
      addIntegerColumns(
        addOptionalColumns(addTextColumns(table, 'draft', 'path', 'changed_by', 'changed_at'), 'content', 'base'),
        'version',
      )
        .addPrimaryKeyConstraint('draft_files_key', ['draft', 'path'])
        .addForeignKeyConstraint('draft_files_draft', ['draft'], 'drafts', ['id'], (key) => key.onDelete('cascade')),
    );
    await create(db, 'revisions', (table) =>
      addOptionalColumns(addTextColumns(table, 'note', 'author', 'created_at', 'goes_live_at'), 'withdrawn_at')
        .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
        .addColumn('restores', 'integer'),
    );
    await create(db, 'revision_files', (table) =>
      addIntegerColumns(
        addOptionalColumns(addTextColumns(table, 'path', 'build_hash'), 'content', 'base', 'absorbed_at'),
        'revision',
        'is_released',
      )
        .addPrimaryKeyConstraint('revision_files_key', ['revision', 'path'])
        .addForeignKeyConstraint('revision_files_revision', ['revision'], 'revisions', ['id']),
    );
    await index(db, 'revision_files', 'path', 'revision');
  },
};
