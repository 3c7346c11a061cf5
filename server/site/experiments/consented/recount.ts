import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Database, Transaction } from '#server/platform/database/open-database.ts';
import { DAY, toTimestamp } from '#server/platform/database/timestamp.ts';
import { withTransaction } from '#server/platform/database/with-transaction.ts';
import type { Clock } from '#server/platform/ports.ts';
import { GroupedCounter } from '#server/site/experiments/grouped-counter.ts';
import { addToSums, lockAgreed, readPeople, readRecount } from './agreed-counts.ts';
import { splitPerson } from './split-person.ts';

/** Rows per transaction. */
const CHUNK = 1_000;

export interface RecountOutcome {
  /** Corrected sums; `null` when no recount was due, and for the first one. */
  readonly repaired: number | null;
}

/**
 * Recomputes the sums of all visitors beside those that results read, and replaces them: after an update, and then daily, because an earlier release may
 * write rows without updating sums. Visitors are stored meanwhile; several processes share the work, and a crash leaves nothing to undo.
 */
export async function recountAgreed(
  database: Database,
  clock: Clock,
  { isDue = isDaily, chunk = CHUNK, rests = true } = {},
): Promise<RecountOutcome> {
  for (;;) {
    const began = performance.now();
    const step = await withTransaction(database, (tx) => recountSome(tx, clock.now(), isDue, chunk));
    if (step !== 'more') return step;
    // Pauses as long as the work took, so that requests take precedence.
    if (rests) await sleep(performance.now() - began);
  }
}

const isDaily = (finishedAt: string, now: number): boolean => now - Date.parse(finishedAt) >= DAY;

async function recountSome(
  tx: Transaction,
  now: number,
  isDue: typeof isDaily,
  chunk: number,
): Promise<'more' | RecountOutcome> {
  await lockAgreed(tx);
  const { generation, building, up_to: upTo, finished_at: finishedAt } = await readRecount(tx);
  if (building === 0) {
    if (generation > 0 && finishedAt !== '' && !isDue(finishedAt, now)) return { repaired: null };
    await tx.deleteFrom('agreed_counts').where('generation', '!=', generation).execute();
    await note(tx, { building: generation + 1, up_to: '' });
    return 'more';
  }
  const { ids, isLast } = await visitorsAfter(tx, upTo, chunk);
  const tally = new GroupedCounter();
  for (const [, person] of await readPeople(tx, ids)) for (const part of splitPerson(person)) tally.add(part);
  await addToSums(tx, building, tally);
  const last = ids.at(-1);
  if (last !== undefined && !isLast) {
    await note(tx, { up_to: last });
    return 'more';
  }
  const repaired = await countWrong(tx, generation, building);
  await tx.deleteFrom('agreed_counts').where('generation', '!=', building).execute();
  await note(tx, { generation: building, building: 0, up_to: '', finished_at: toTimestamp(now), repaired });
  return { repaired: generation === 0 ? null : repaired };
}

async function note(
  tx: Transaction,
  values: {
    readonly generation?: number;
    readonly building?: number;
    readonly up_to?: string;
    readonly finished_at?: string;
    readonly repaired?: number;
  },
): Promise<void> {
  await tx.updateTable('agreed_recounts').set(values).where('name', '=', 'agreed').execute();
}

/** The next visitors in database order. Each table is read in index order, so visitors are complete up to the smaller of the last rows. */
async function visitorsAfter(
  tx: Transaction,
  upTo: string,
  most: number,
): Promise<{ readonly ids: readonly string[]; readonly isLast: boolean }> {
  const of = (table: 'exposures' | 'phase_exposures') =>
    sql`select anonymous_id from ${sql.table(table)} where anonymous_id > ${upTo} order by anonymous_id limit ${sql.lit(most)}`;
  const isAll = (part: string) => sql`(select count(*) from ${sql.ref(part)}) < ${sql.lit(most)}`;
  const isWithin = (part: string) =>
    sql`(${isAll(part)} or anonymous_id <= (select max(anonymous_id) from ${sql.ref(part)}))`;
  const { rows } = await sql<{ anonymous_id: string; is_last: number }>`
    with old as (${of('exposures')}), phased as (${of('phase_exposures')})
    select anonymous_id, case when ${isAll('old')} and ${isAll('phased')} then 1 else 0 end as is_last
    from (select anonymous_id from old union select anonymous_id from phased) as visitors
    where ${isWithin('old')} and ${isWithin('phased')} order by anonymous_id`.execute(tx);
  return { ids: rows.map((row) => row.anonymous_id), isLast: (rows[0]?.is_last ?? 1) === 1 };
}

/** Number of sums that differ between two generations; 0 equals a missing sum. */
async function countWrong(tx: Transaction, one: number, other: number): Promise<number> {
  const { rows } = await sql<{ count: number | string }>`select count(*) as count from (
    select 1 from agreed_counts where generation in (${one}, ${other})
    group by experiment, phase, variation, dimension, value, event
    having sum(case when generation = ${one} then people else -people end) <> 0) as wrong`.execute(tx);
  return Number(rows[0]?.count ?? 0);
}
