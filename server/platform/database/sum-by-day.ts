import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '#server/platform/database/open-database.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';

interface Summed {
  readonly table: string;
  /** Time column; an index begins with it. */
  readonly at: string;
  /** Column to sum. */
  readonly sum: string;
  /** Condition on the rows; default: all. */
  readonly only?: RawBuilder<SqlBool | unknown>;
}

/**
 * Sums per day, read in one statement.
 *
 * @param days milliseconds since the epoch: beginnings of the days, oldest first, and the end of the last one
 */
export async function sumByDay(
  db: Db,
  { table, at, sum, only = sql`1 = 1` }: Summed,
  days: readonly number[],
): Promise<readonly number[]> {
  const bounds = days.map(toTimestamp);
  const [time, summed] = [sql.ref(at), sql.ref(sum)];
  const columns = bounds
    .slice(1)
    .map(
      (end, index) =>
        sql`coalesce(sum(case when ${time} >= ${bounds[index]} and ${time} < ${end} then ${summed} end), 0) as ${sql.ref(`day_${index}`)}`,
    );
  const { rows } = await sql<Readonly<Record<string, string | number>>>`
    select ${sql.join(columns)} from ${sql.table(table)}
    where ${time} >= ${bounds[0]} and ${time} < ${bounds.at(-1)} and ${only}`.execute(db);
  return bounds.slice(1).map((_, index) => Number(rows[0]?.[`day_${index}`] ?? 0));
}
