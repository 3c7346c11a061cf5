import type { Proportion } from '#engine/experiments/statistics/index.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import type { AgreedCounts, Counted } from './counted.ts';

/** Results of consenting visitors from individual rows, until the first recount after an update. */
export async function countAgreedRows(db: Db, counted: Counted): Promise<AgreedCounts> {
  return { agreed: await countRows(db, counted), multiple: await countSeveral(db, counted), dimensions: new Map() };
}

/** Consenting visitors by variation: each counts once, regardless of repeated events. A conversion counts for the last phase seen before it. */
async function countRows(db: Db, { experiment, phase, event }: Counted): Promise<Map<string, Proportion>> {
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

/** Consenting visitors with more than one variation in a phase. */
async function countSeveral(db: Db, { experiment, phase }: Omit<Counted, 'event'>): Promise<number> {
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
