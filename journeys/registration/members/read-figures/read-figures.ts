import { type RawBuilder, sql } from 'kysely';
import type { MemberPorts } from '#journeys/registration/members/ports.ts';
import { timestamp } from '#server/platform/database/timestamp.ts';

/** What happened on a day, in the order in which it is read. */
const figureNames = ['registered', 'activated', 'joined', 'invited'] as const;
type FigureName = (typeof figureNames)[number];

export interface ReadFiguresRequest {
  /** Milliseconds since the epoch: where the day before begins, where the day begins, and where it ends. */
  readonly days: readonly [number, number, number];
}

export interface Figure {
  readonly name: FigureName;
  readonly day: number;
  readonly dayBefore: number;
}

/**
 * What happened on a day and on the one before, in one statement that reads the rows of these days alone. Accounts that nobody activates
 * are deleted after a week (B4), so that days further back would say less than there was.
 */
export async function readFigures(
  { database: { db } }: MemberPorts,
  { days }: ReadFiguresRequest,
): Promise<readonly Figure[]> {
  const { rows } = await countFigures(days).execute(db);
  return figureNames.flatMap((name) =>
    rows
      .filter((row) => row.name === name)
      .map((row) => ({ name, day: Number(row.day), dayBefore: Number(row.day_before) })),
  );
}

interface Row {
  readonly name: string;
  readonly day: number;
  readonly day_before: number;
}

/** Where each count reads rows of these days alone, whose index begins with their time. */
export function countFigures(days: ReadFiguresRequest['days']): RawBuilder<Row> {
  const [dayBefore, day, end] = days.map(timestamp);
  const count = (name: FigureName, table: string, at: string, only: RawBuilder<unknown>) => {
    const time = sql.ref(at);
    return sql`select ${sql.lit(name)} as name,
      count(case when ${time} >= ${day} then 1 end) as day,
      count(case when ${time} < ${day} then 1 end) as day_before
      from ${sql.table(table)} where ${time} >= ${dayBefore} and ${time} < ${end} and ${only}`;
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
