import { sql } from 'kysely';
import type { Proportion } from '#engine/experiments/statistics/index.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import { readRecount } from '#server/site/experiments/consented/agreed-counts.ts';
import { MULTIPLE_EXPOSURES } from '#server/site/experiments/consented/split-person.ts';
import { type Paints, computePaints } from '#server/site/experiments/paints.ts';
import { countAgreedRows } from './count-agreed-rows.ts';
import type { AgreedCounts, Counted } from './counted.ts';

/** Counters of a phase: all visitors, regardless of consent. */
export interface VisitorCounts {
  /** Variation key → visitors. */
  readonly visitors: ReadonlyMap<string, number>;
  /** Variation key → conversions, once per person. */
  readonly conversions: ReadonlyMap<string, number>;
  /** Guardrail event → variation key → count. */
  readonly guardrails: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** ISO 8601 day, UTC → variation key → visitors. */
  readonly days: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The same for conversions. */
  readonly conversionDays: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Language → variation key → visitors. */
  readonly locales: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** The same by device class; without counts of earlier releases. */
  readonly devices: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Visitors counted when the page was sent, in an experiment that counts seen blocks. */
  readonly bySending: number;
  /** Visits not counted because of the limit of their network. */
  readonly surplus: number;
  /** The largest network by variation and day, among networks with many visitors. */
  readonly networks: readonly NetworkVisitors[];
  /** Variation key → paint times reported by browsers. */
  readonly paints: ReadonlyMap<string, Paints>;
}

export interface NetworkVisitors {
  readonly variation: string;
  /** ISO 8601, UTC. */
  readonly day: string;
  readonly visitors: number;
}

export type ExperimentCounts = VisitorCounts & AgreedCounts;

/** Reads the counters of a phase: at most one row per variation, language, device and hour. */
export async function readCounts(
  db: Db,
  { experiment, phase, event, guardrails = [] }: Counted,
): Promise<VisitorCounts> {
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
    .select(({ fn }) => ['event', 'variation', day.as('day'), fn.sum<number | string>('conversions').as('conversions')])
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .where('event', 'in', [event, ...guardrails])
    .groupBy(['event', 'variation', day])
    .execute();
  const sent = await db
    .selectFrom('page_exposure_counts')
    .select(({ fn }) => fn.sum<number | string | null>('visitors').as('visitors'))
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .executeTakeFirst();
  const painted = await db
    .selectFrom('paint_counts')
    .select(['variation', 'step', 'pages'])
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .execute();
  const left = await db
    .selectFrom('surplus_counts')
    .select(({ fn }) => fn.sum<number | string | null>('visits').as('visits'))
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .executeTakeFirst();
  const brought = await db
    .selectFrom('network_exposure_counts')
    .select(({ fn }) => ['variation', 'day', fn.max('visitors').as('visitors')])
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .groupBy(['variation', 'day'])
    .execute();
  // PostgreSQL returns sums as text.
  const rows = exposed.map((row) => ({ ...row, count: Number(row.visitors) }));
  const byEvent = Map.groupBy(
    converted.map((row) => ({ ...row, count: Number(row.conversions) })),
    (row) => row.event,
  );
  const conversions = byEvent.get(event) ?? [];
  return {
    visitors: summed(rows),
    conversions: summed(conversions),
    guardrails: new Map(guardrails.map((each) => [each, summed(byEvent.get(each) ?? [])])),
    days: grouped(rows, (row) => row.day),
    conversionDays: grouped(conversions, (row) => row.day),
    locales: grouped(rows, (row) => row.locale),
    devices: grouped(
      rows.filter(({ device }) => device !== ''),
      (row) => row.device,
    ),
    bySending: Number(sent?.visitors ?? 0),
    surplus: Number(left?.visits ?? 0),
    networks: brought.map(({ variation, visitors, ...at }) => ({
      variation,
      day: at.day.slice(0, 10),
      visitors,
    })),
    paints: new Map(
      [...Map.groupBy(painted, ({ variation }) => variation)].flatMap(([variation, steps]) => {
        const found = computePaints(new Map(steps.map(({ step, pages }) => [step, pages])));
        return found === null ? [] : [[variation, found] as const];
      }),
    ),
  };
}

/** From the sums; from individual rows before the first recount. */
export async function readAgreed(db: Db, counted: Counted): Promise<AgreedCounts> {
  const { experiment, phase, event } = counted;
  const { generation } = await readRecount(db);
  if (generation === 0) return countAgreedRows(db, counted);
  const sums = await db
    .selectFrom('agreed_counts')
    .select(['variation', 'dimension', 'value', 'event', 'people'])
    .where('generation', '=', generation)
    .where('experiment', '=', experiment)
    .where('phase', '=', phase)
    .where('event', 'in', ['', event])
    .where('people', '>', 0)
    .execute();
  const of = (own: readonly (typeof sums)[number][]): Map<string, Proportion> =>
    new Map(
      [...Map.groupBy(own, ({ variation }) => variation)].map(([variation, both]) => [
        variation,
        { visitors: findPeople(both, ''), conversions: findPeople(both, event) },
      ]),
    );
  const byDimension = Map.groupBy(sums, ({ dimension }) => dimension);
  return {
    agreed: of(byDimension.get('') ?? []),
    multiple: findPeople(byDimension.get(MULTIPLE_EXPOSURES) ?? [], ''),
    dimensions: new Map(
      [...byDimension].flatMap(([dimension, own]) => {
        if (dimension === '' || dimension === MULTIPLE_EXPOSURES) return [];
        const values = Map.groupBy(own, ({ value }) => value);
        return [[dimension, new Map([...values].map(([value, each]) => [value, of(each)]))] as const];
      }),
    ),
  };
}

const findPeople = (sums: readonly { readonly event: string; readonly people: number }[], event: string): number =>
  sums.find((sum) => sum.event === event)?.people ?? 0;

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
