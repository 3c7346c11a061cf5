import { type RawBuilder, sql } from 'kysely';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { timestamp } from '#server/platform/database/timestamp.ts';

/** What happened on a day, in the order in which it is read. */
const figureNames = ['registered', 'activated', 'joined', 'invited'] as const;
type FigureName = (typeof figureNames)[number];

export interface ReadFiguresRequest {
  /** Milliseconds since the epoch: where each day begins, the oldest first, and where the last one ends. */
  readonly days: readonly number[];
}

export interface Figure {
  readonly name: FigureName;
  /** Of each day, the oldest first. */
  readonly counts: readonly number[];
}

/**
 * What happened on some days, in one statement that reads the rows of these days alone. Accounts that nobody activates are deleted after a
 * week (B4), so that days further back have fewer registrations than there were.
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

/** Where each count reads rows of these days alone, whose index begins with their time. */
export function countFigures(days: ReadFiguresRequest['days']): RawBuilder<Row> {
  const bounds = days.map(timestamp);
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
    // Where someone else's address was used nobody registered; asked for in a way that leads no engine to an index of all the others.
    count('registered', 'members', 'registered_at', sql`coalesce(shadow_of, '') = ''`),
    count('activated', 'activation_attempts', 'at', sql`outcome = 'active'`),
    count('joined', 'waiting_list', 'joined_at', sql`1 = 1`),
    count('invited', 'waiting_list', 'invited_at', sql`state = 'invited'`),
  ];
  return sql<Row>`${sql.join(parts, sql` union all `)}`;
}
