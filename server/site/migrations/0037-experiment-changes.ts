import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addIntegerColumns, addTextColumns } from '#server/platform/database/schema.ts';

/** Experiments whose content a revision changed at the time of publication. */
export const experimentChanges: SchemaMigration = {
  name: '0037-experiment-changes',
  phase: 'expand',
  async up(db) {
    await create(db, 'experiment_changes', (table) =>
      addIntegerColumns(addTextColumns(table, 'experiment'), 'revision', 'begins_phase')
        .addPrimaryKeyConstraint('experiment_changes_key', ['revision', 'experiment'])
        .addForeignKeyConstraint('experiment_changes_revision', ['revision'], 'revisions', ['id']),
    );
    await index(db, 'experiment_changes', 'experiment', 'revision');
  },
};
