import { sql } from 'kysely';
import type { Db } from '#server/platform/database/open-database.ts';

/** What was counted of an experiment: all visitors, whether or not they agreed to statistics. */
export interface ExperimentCounts {
  /** Keys of arms → visitors who were given it. */
  readonly visitors: ReadonlyMap<string, number>;
  /** Keys of arms → how often the metric's event happened; once per person. */
  readonly conversions: ReadonlyMap<string, number>;
  /** ISO 8601 day, UTC → keys of arms → visitors. */
  readonly days: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Language → keys of arms → visitors. */
  readonly locales: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

/**
 * Reads the counters of one experiment: at most a row per arm, language and hour, however many visitors there were. They are written
 * in the transaction of the exposures themselves.
 */
export async function readCounts(db: Db, experiment: string, event: string): Promise<ExperimentCounts> {
  const day = sql<string>`substr(hour, 1, 10)`;
  const exposed = await db
    .selectFrom('exposure_counts')
    .select(({ fn }) => ['variation', 'locale', day.as('day'), fn.sum<number | string>('visitors').as('visitors')])
    .where('experiment', '=', experiment)
    .groupBy(['variation', 'locale', day])
    .orderBy('day')
    .execute();
  const converted = await db
    .selectFrom('conversion_counts')
    .select(({ fn }) => ['variation', fn.sum<number | string>('conversions').as('conversions')])
    .where('experiment', '=', experiment)
    .where('event', '=', event)
    .groupBy('variation')
    .execute();
  // PostgreSQL gives sums as text.
  const rows = exposed.map((row) => ({ ...row, count: Number(row.visitors) }));
  return {
    visitors: summed(rows),
    conversions: new Map(converted.map(({ variation, conversions }) => [variation, Number(conversions)])),
    days: grouped(rows, (row) => row.day),
    locales: grouped(rows, (row) => row.locale),
  };
}

interface Row {
  readonly variation: string;
  readonly locale: string;
  readonly day: string;
  readonly count: number;
}

function grouped(rows: readonly Row[], by: (row: Row) => string): Map<string, Map<string, number>> {
  return new Map([...Map.groupBy(rows, by)].map(([name, group]) => [name, summed(group)]));
}

function summed(rows: readonly Row[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { variation, count } of rows) sums.set(variation, (sums.get(variation) ?? 0) + count);
  return sums;
}
