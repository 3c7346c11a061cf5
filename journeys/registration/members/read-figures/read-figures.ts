import { type RawBuilder, sql } from 'kysely';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';

/** Events counted per day, in the order of the columns. */
const figureNames = ['registered', 'activated', 'joined', 'invited'] as const;
type FigureName = (typeof figureNames)[number];

export interface ReadFiguresRequest {
  /** Milliseconds since the epoch: beginnings of the days, oldest first, and the end of the last one. */
  readonly days: readonly number[];
}

export interface Figure {
  readonly name: FigureName;
  /** Per day, oldest first. */
  readonly counts: readonly number[];
}

/**
 * Counts events of some days in one statement that reads only rows of these days. Accounts that are not activated are deleted after a week
 * (B4), so earlier days have fewer registrations.
 */
export async function readFigures(
  { database: { db } }: MemberPorts,
  { days }: ReadFiguresRequest,
): Promise<readonly Figure[]> {
  const { rows } = await countFigures(days).execute(db);
  return figureNames.flatMap((name) =>
    rows
      .filter((row) => row['name'] === name)
      .map((row) => ({ name, counts: days.slice(1).map((_, index) => Number(row[`day_${index}`])) })),
  );
}

type Row = Readonly<Record<string, string | number>>;

/** Each count uses an index that begins with the time. */
export function countFigures(days: ReadFiguresRequest['days']): RawBuilder<Row> {
  const bounds = days.map(toTimestamp);
  const count = (name: FigureName, table: string, at: string, only: RawBuilder<unknown>) => {
    const time = sql.ref(at);
    const columns = bounds
      .slice(1)
      .map(
        (end, index) =>
          sql`count(case when ${time} >= ${bounds[index]} and ${time} < ${end} then 1 end) as ${sql.ref(`day_${index}`)}`,
      );
    return sql`select ${sql.lit(name)} as name, ${sql.join(columns)}
      from ${sql.table(table)} where ${time} >= ${bounds[0]} and ${time} < ${bounds.at(-1)} and ${only}`;
  };
  const parts = [
    // Excludes shadows; the expression prevents the engine from choosing an index of all other rows.
    count('registered', 'members', 'registered_at', sql`coalesce(shadow_of, '') = ''`),
    count('activated', 'activation_attempts', 'at', sql`outcome = 'active'`),
    count('joined', 'waiting_list', 'joined_at', sql`1 = 1`),
    count('invited', 'waiting_list', 'invited_at', sql`state = 'invited'`),
  ];
  return sql<Row>`${sql.join(parts, sql` union all `)}`;
}
