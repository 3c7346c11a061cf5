import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';
import { create, index, addIntegerColumns, addKeyColumn, addTextColumns } from '#server/platform/database/schema.ts';

/**
 * Exposures and counters by phase, with one row per visitor, phase and variation (X11). The old tables remain, with phase 1: earlier releases keep
 * writing to them, and views combine both.
 */
export const phases: SchemaMigration = {
  name: '0013-phases',
  phase: 'expand',
  async up(db) {
    await create(db, 'phase_exposures', (table) =>
      addIntegerColumns(
        addTextColumns(
          addKeyColumn(table, 'id'),
          'anonymous_id',
          'experiment',
          'variation',
          'revision',
          'attributes',
          'evaluated_at',
        ),
        'phase',
      ).addColumn('export_batch', 'integer'),
    );
    await db.schema
      .createIndex('phase_exposures_once')
      .unique()
      .on('phase_exposures')
      .columns(['anonymous_id', 'experiment', 'phase', 'variation'])
      .execute();
    await index(db, 'phase_exposures', 'experiment', 'phase', 'anonymous_id');
    await index(db, 'phase_exposures', 'evaluated_at');
    await index(db, 'phase_exposures', 'export_batch');
    await create(db, 'phase_exposure_counts', (table) =>
      addIntegerColumns(
        addTextColumns(table, 'experiment', 'variation', 'locale', 'device', 'hour'),
        'phase',
        'visitors',
      ).addPrimaryKeyConstraint('phase_exposure_counts_key', [
        'experiment',
        'phase',
        'variation',
        'locale',
        'device',
        'hour',
      ]),
    );
    await create(db, 'phase_conversion_counts', (table) =>
      addIntegerColumns(
        addTextColumns(table, 'experiment', 'variation', 'event', 'hour'),
        'phase',
        'conversions',
      ).addPrimaryKeyConstraint('phase_conversion_counts_key', ['experiment', 'phase', 'variation', 'event', 'hour']),
    );
    await joinTables(db);
    await replaceViews(db);
  },
};

/** Views over both generations of tables. */
async function joinTables(db: Kysely<unknown>): Promise<void> {
  await sql`create view exposure_rows as
    select id, anonymous_id, experiment, 1 as phase, variation, '' as revision, attributes, evaluated_at, consented from exposures
    union all
    select id, anonymous_id, experiment, phase, variation, revision, attributes, evaluated_at, 1 as consented from phase_exposures`.execute(
    db,
  );
  await sql`create view exposure_totals as
    select experiment, 1 as phase, variation, locale, '' as device, hour, visitors from exposure_counts
    union all
    select experiment, phase, variation, locale, device, hour, visitors from phase_exposure_counts`.execute(db);
  await sql`create view conversion_totals as
    select experiment, 1 as phase, variation, event, hour, conversions from conversion_counts
    union all
    select experiment, phase, variation, event, hour, conversions from phase_conversion_counts`.execute(db);
}

/** New columns are appended to the views, so that grants stay valid. */
async function replaceViews(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const time = (column: string) => (isPostgres ? sql`${sql.ref(column)}::timestamptz` : sql.ref(column));
  const attribute = (name: string) =>
    isPostgres ? sql`(attributes::json ->> ${sql.lit(name)})` : sql`json_extract(attributes, ${sql.lit(`$.${name}`)})`;
  const replace = async (name: string, query: RawBuilder<unknown>): Promise<void> => {
    if (!isPostgres) await sql`drop view ${sql.ref(name)}`.execute(db);
    await sql`${sql.raw(isPostgres ? 'create or replace view' : 'create view')} ${sql.ref(name)} as ${query}`.execute(
      db,
    );
  };
  await replace(
    'experiment_viewed',
    sql`select
    anonymous_id,
    ${time('evaluated_at')} as timestamp,
    experiment as experiment_id,
    variation as variation_id,
    ${attribute('locale')} as locale,
    ${attribute('applicationCountry')} as country,
    ${attribute('device')} as device,
    phase,
    revision,
    ${attribute('visit')} as visit,
    ${attribute('landing')} as landing,
    ${attribute('consent')} as consent,
    ${attribute('exposedOn')} as exposed_on
    from exposure_rows where consented = 1`,
  );
  await replace(
    'exposures_by_hour',
    sql`select
    experiment as experiment_id, variation as variation_id, locale, ${time('hour')} as hour, visitors, phase, device
    from exposure_totals`,
  );
}
