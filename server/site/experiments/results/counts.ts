import { sql } from 'kysely';
import type { Proportion } from '#engine/experiments/statistics/index.ts';
import type { Db } from '#server/platform/database/open-database.ts';

/** Which figures: those of each phase are apart. */
export interface Counted {
  /** Key of an experiment. */
  readonly experiment: string;
  /** From 1. */
  readonly phase: number;
  /** The conversion. */
  readonly event: string;
}

/** What was counted of a phase of an experiment: all visitors, whether or not they agreed to statistics. */
export interface ExperimentCounts {
  /** Keys of arms → visitors who were given it. */
  readonly visitors: ReadonlyMap<string, number>;
  /** Keys of arms → how often the metric's event happened; once per person. */
  readonly conversions: ReadonlyMap<string, number>;
  /** ISO 8601 day, UTC → keys of arms → visitors. */
  readonly days: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The same of conversions. */
  readonly conversionDays: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Language → keys of arms → visitors. */
  readonly locales: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The same by class of device; those of earlier releases are not in it. */
  readonly devices: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Keys of arms → those who agree to statistics, and how many of them converted since. */
  readonly agreed: ReadonlyMap<string, Proportion>;
  /** How many of them were shown more than one arm of the phase. */
  readonly multiple: number;
}

/**
 * Reads the counters of one phase: at most a row per arm, language, device and hour, however many visitors there were. They are written
 * in the transaction of the exposures themselves.
 */
export async function readCounts(
  db: Db,
  { experiment, phase, event }: Counted,
): Promise<Omit<ExperimentCounts, 'agreed' | 'multiple'>> {
  const day = sql<string>`substr(hour, 1, 10)`;
  const exposed = await db
    .selectFrom('exposure_totals')
    .select(({ fn }) => [
      'variation',
      'locale',
      'device',
      day.as('day'),
      fn.sum<number | string>('visitors').as('visitors'),
    ])
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .groupBy(['variation', 'locale', 'device', day])
    .orderBy('day')
    .execute();
  const converted = await db
    .selectFrom('conversion_totals')
    .select(({ fn }) => ['variation', day.as('day'), fn.sum<number | string>('conversions').as('conversions')])
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .where('event', '=', event)
    .groupBy(['variation', day])
    .execute();
  // PostgreSQL gives sums as text.
  const rows = exposed.map((row) => ({ ...row, count: Number(row.visitors) }));
  const conversions = converted.map((row) => ({ ...row, count: Number(row.conversions) }));
  return {
    visitors: summed(rows),
    conversions: summed(conversions),
    days: grouped(rows, (row) => row.day),
    conversionDays: grouped(conversions, (row) => row.day),
    locales: grouped(rows, (row) => row.locale),
    devices: grouped(
      rows.filter(({ device }) => device !== ''),
      (row) => row.device,
    ),
  };
}

/**
 * Those who agree to statistics, by arm: each person once, however often the event happened. A conversion counts for the last phase
 * that the visitor had seen by then. It reads a row per person, so that it is not for what is asked for at every turn.
 */
export async function readAgreed(db: Db, { experiment, phase, event }: Counted): Promise<Map<string, Proportion>> {
  const rows = await db
    .selectFrom('exposure_rows')
    .select(({ fn }) => ['variation', fn.countAll<number | string>().as('count')])
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .where('consented', '=', 1)
    .groupBy('variation')
    .execute();
  const converted = await db
    .selectFrom('conversions')
    .innerJoin('exposure_rows as seen', 'seen.anonymous_id', 'conversions.anonymous_id')
    .select(({ fn }) => ['variation', fn.count<number | string>('conversions.anonymous_id').distinct().as('count')])
    .where('event', '=', event)
    .where('seen.experiment', '=', experiment)
    .where('seen.phase', '=', phase)
    .where('seen.consented', '=', 1)
    .whereRef('at', '>=', 'seen.evaluated_at')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('phase_exposures as later')
            .select('later.id')
            .whereRef('later.anonymous_id', '=', 'seen.anonymous_id')
            .whereRef('later.experiment', '=', 'seen.experiment')
            .where('later.phase', '>', phase)
            .whereRef('later.evaluated_at', '<=', 'conversions.at'),
        ),
      ),
    )
    .groupBy('variation')
    .execute();
  const conversions = new Map(converted.map(({ variation, count }) => [variation, Number(count)]));
  return new Map(
    rows.map(({ variation, count }) => [
      variation,
      { visitors: Number(count), conversions: conversions.get(variation) ?? 0 },
    ]),
  );
}

/** Visitors who agreed to statistics and were shown more than one arm of a phase. */
export async function readMultiple(db: Db, { experiment, phase }: Omit<Counted, 'event'>): Promise<number> {
  const { count } = await db
    .selectFrom((query) =>
      query
        .selectFrom('exposure_rows')
        .select('anonymous_id')
        .where('experiment', '=', experiment)
        .where('phase', '=', phase)
        .where('consented', '=', 1)
        .groupBy('anonymous_id')
        .having(({ fn }) => fn.count('variation').distinct(), '>', 1)
        .as('several'),
    )
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface Row {
  readonly variation: string;
  readonly count: number;
}

function grouped<Each extends Row>(rows: readonly Each[], by: (row: Each) => string): Map<string, Map<string, number>> {
  return new Map([...Map.groupBy(rows, by)].map(([name, group]) => [name, summed(group)]));
}

function summed(rows: readonly Row[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { variation, count } of rows) sums.set(variation, (sums.get(variation) ?? 0) + count);
  return sums;
}
