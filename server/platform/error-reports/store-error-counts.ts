import { sql } from 'kysely';
import type { Db } from '#server/platform/database/open-database.ts';
import { sumByDay } from '#server/platform/database/sum-by-day.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import { countErrors, type ErrorSource, takeErrorCounts } from '#server/platform/observability/error-counts.ts';

/** Adds the counts of this process to the database; after a failure they are stored next time. */
export async function storeErrorCounts(db: Db): Promise<void> {
  const counted = takeErrorCounts();
  if (counted.length === 0) return;
  try {
    await db
      .insertInto('error_counts')
      .values(counted.map(({ hour, ...count }) => ({ ...count, hour: toTimestamp(hour) })))
      .onConflict((conflict) =>
        conflict
          .columns(['hour', 'source'])
          .doUpdateSet((row) => ({ errors: sql<number>`error_counts.errors + ${row.ref('excluded.errors')}` })),
      )
      .execute();
  } catch (error) {
    for (const each of counted) countErrors(each);
    throw error;
  }
}

/** @param days see `listDayStarts` */
export const readErrorCounts = (db: Db, source: ErrorSource, days: readonly number[]): Promise<readonly number[]> =>
  sumByDay(db, { table: 'error_counts', at: 'hour', sum: 'errors', only: sql`source = ${source}` }, days);
