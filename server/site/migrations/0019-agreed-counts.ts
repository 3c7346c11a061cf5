import { sql } from 'kysely';
import { type IndexPart, indexOn, type SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, addIntegerColumns, addKeyColumn, addTextColumns } from '#server/platform/database/schema.ts';

/** Sums of consenting visitors, so that results read no individual rows (X8). Existing rows are added by the first recount; until then results count rows. */
export const agreedCounts: SchemaMigration = {
  name: '0019-agreed-counts',
  phase: 'expand',
  async up(db) {
    await create(db, 'agreed_counts', (table) =>
      addIntegerColumns(
        addTextColumns(table, 'experiment', 'variation', 'dimension', 'value', 'event'),
        'generation',
        'phase',
        'people',
      ).addPrimaryKeyConstraint('agreed_counts_key', [
        'generation',
        'experiment',
        'phase',
        'variation',
        'dimension',
        'value',
        'event',
      ]),
    );
    await create(db, 'agreed_recounts', (table) =>
      addIntegerColumns(
        addTextColumns(addKeyColumn(table, 'name'), 'up_to', 'finished_at'),
        'generation',
        'building',
        'repaired',
      ),
    );
    await sql`insert into agreed_recounts (name, up_to, finished_at, generation, building, repaired)
      select 'agreed', '', '', case when exists (select 1 from exposures) or exists (select 1 from phase_exposures) then 0 else 1 end,
      0, 0`.execute(db);
  },
};

/** Finds rows of earlier releases by visitor. */
export const exposuresByVisitor: IndexPart = {
  name: '0020-exposures-by-visitor',
  indexes: [indexOn('exposures', 'anonymous_id')],
};
