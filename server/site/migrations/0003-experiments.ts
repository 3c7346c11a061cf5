import { type Kysely, PostgresAdapter, sql } from 'kysely';
import type { SchemaMigration } from '#server/platform/database/migration-steps.ts';

/** Exposures once per visitor and experiment, counters for visitors without consent, conversions, and the views for GrowthBook's data sources (X8). */
export const experiments: SchemaMigration = {
  name: '0003-experiments',
  phase: 'expand',
  async up(db) {
    await db.schema
      .createIndex('exposures_once')
      .unique()
      .on('exposures')
      .columns(['experiment', 'anonymous_id'])
      .execute();
    await db.schema
      .createTable('exposure_counts')
      .addColumn('experiment', 'text', (column) => column.notNull())
      .addColumn('variation', 'text', (column) => column.notNull())
      .addColumn('locale', 'text', (column) => column.notNull())
      .addColumn('hour', 'text', (column) => column.notNull())
      .addColumn('visitors', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('exposure_counts_key', ['experiment', 'variation', 'locale', 'hour'])
      .execute();
    await db.schema
      .createTable('conversions')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('anonymous_id', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('at', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('conversions_by_at').on('conversions').columns(['at']).execute();
    await db.schema.createIndex('conversions_by_anonymous_id').on('conversions').columns(['anonymous_id']).execute();
    await db.schema
      .createTable('conversion_counts')
      .addColumn('experiment', 'text', (column) => column.notNull())
      .addColumn('variation', 'text', (column) => column.notNull())
      .addColumn('event', 'text', (column) => column.notNull())
      .addColumn('hour', 'text', (column) => column.notNull())
      .addColumn('conversions', 'integer', (column) => column.notNull())
      .addPrimaryKeyConstraint('conversion_counts_key', ['experiment', 'variation', 'event', 'hour'])
      .execute();
    await createViews(db);
  },
};

async function createViews(db: Kysely<unknown>): Promise<void> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter;
  const time = (column: string) => (isPostgres ? sql`${sql.ref(column)}::timestamptz` : sql.ref(column));
  const attribute = (name: string) =>
    isPostgres ? sql`(attributes::json ->> ${sql.lit(name)})` : sql`json_extract(attributes, ${sql.lit(`$.${name}`)})`;
  await sql`create view experiment_viewed as select
    anonymous_id,
    ${time('evaluated_at')} as timestamp,
    experiment as experiment_id,
    variation as variation_id,
    ${attribute('locale')} as locale,
    ${attribute('applicationCountry')} as country,
    ${attribute('device')} as device
    from exposures where consented = 1`.execute(db);
  await sql`create view conversion_events as select
    anonymous_id, ${time('at')} as timestamp, event from conversions`.execute(db);
  await sql`create view exposures_by_hour as select
    experiment as experiment_id, variation as variation_id, locale, ${time('hour')} as hour, visitors
    from exposure_counts`.execute(db);
}
