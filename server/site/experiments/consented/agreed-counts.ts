import { PostgresAdapter, sql } from 'kysely';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { GroupedCounter } from '#server/site/experiments/grouped-counter.ts';
import { splitPerson, type ConsentingPerson } from './split-person.ts';

/** State of the sums: results read `generation`, a recount fills `building`. */
export interface Recount {
  /** 0 before the first recount. */
  readonly generation: number;
  /** 0 when no recount is running. */
  readonly building: number;
  /** The last visitor counted in `building`, in database order. */
  readonly up_to: string;
  /** ISO 8601; empty before the first recount. */
  readonly finished_at: string;
  /** Sums that the last recount corrected. */
  readonly repaired: number;
}

/** Key of the advisory lock; these are shared by all users of a PostgreSQL database. */
const LOCK = 5_219_019;
/** Rows per statement. */
const BATCH = 500;

/**
 * Serializes changes of the sums: two processes that each store half of a visitor's rows would both miss the other half. Call it before reading or
 * locking rows. The embedded database has a single writer anyway.
 */
export async function lockAgreed(tx: Transaction): Promise<void> {
  if (isPostgres(tx)) await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
}

/**
 * Changes rows of consenting visitors and, in the same transaction, the sums by the difference, so that sums always equal a recount.
 *
 * @param whose called under the lock
 */
export async function changeAgreed<Result>(
  tx: Transaction,
  whose: () => Promise<readonly string[]> | readonly string[],
  change: () => Promise<Result>,
): Promise<Result> {
  await lockAgreed(tx);
  const ids = [...new Set(await whose())];
  if (ids.length === 0) return change();
  const before = await readPeople(tx, ids);
  const result = await change();
  const after = await readPeople(tx, ids);
  const { generation, building, up_to: upTo } = await readRecount(tx);
  const isSummedUp = building === 0 ? () => false : await among(tx, ids, upTo);
  const [present, next] = [new GroupedCounter(), new GroupedCounter()];
  for (const [people, sign] of [
    [before, -1],
    [after, 1],
  ] as const)
    for (const [id, person] of people)
      for (const part of splitPerson(person)) {
        if (generation > 0) present.add(part, sign);
        if (isSummedUp(id)) next.add(part, sign);
      }
  await addToSums(tx, generation, present);
  await addToSums(tx, building, next);
  return result;
}

export async function readRecount(db: Pick<Transaction, 'selectFrom'>): Promise<Recount> {
  return db
    .selectFrom('agreed_recounts')
    .select(['generation', 'building', 'up_to', 'finished_at', 'repaired'])
    .where('name', '=', 'agreed')
    .executeTakeFirstOrThrow();
}

export async function readPeople(
  tx: Transaction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ConsentingPerson>> {
  if (ids.length === 0) return new Map();
  const exposures = await tx
    .selectFrom('exposure_rows')
    .select(['anonymous_id', 'experiment', 'phase', 'variation', 'attributes', 'evaluated_at'])
    .where('anonymous_id', 'in', ids)
    .where('consented', '=', 1)
    .execute();
  const seen = Map.groupBy(exposures, (row) => row.anonymous_id);
  if (seen.size === 0) return new Map();
  const conversions = await tx
    .selectFrom('conversions')
    .select(['anonymous_id', 'event', 'at'])
    .where('anonymous_id', 'in', [...seen.keys()])
    .execute();
  const done = Map.groupBy(conversions, (row) => row.anonymous_id);
  return new Map([...seen].map(([id, own]) => [id, { exposures: own, conversions: done.get(id) ?? [] }]));
}

/** Adds to the sums of a generation; zero differences are skipped. */
export async function addToSums(tx: Transaction, generation: number, tally: GroupedCounter): Promise<void> {
  const rows = tally.entries().flatMap(({ parts, count }) => {
    const [experiment = '', phase, variation = '', dimension = '', value = '', event = ''] = parts;
    if (count === 0) return [];
    return [{ generation, experiment, phase: Number(phase), variation, dimension, value, event, people: count }];
  });
  for (let from = 0; from < rows.length; from += BATCH)
    await tx
      .insertInto('agreed_counts')
      .values(rows.slice(from, from + BATCH))
      .onConflict((conflict) =>
        conflict
          .columns(['generation', 'experiment', 'phase', 'variation', 'dimension', 'value', 'event'])
          .doUpdateSet({ people: sql`agreed_counts.people + excluded.people` }),
      )
      .execute();
}

/** Visitors that a recount has already counted, compared in database order, which differs from JavaScript's. */
async function among(tx: Transaction, ids: readonly string[], upTo: string): Promise<(id: string) => boolean> {
  const all = JSON.stringify(ids);
  const { rows } = await (
    isPostgres(tx)
      ? sql<{ id: string }>`select id from json_array_elements_text(${all}::json) as id where id <= ${upTo}`
      : sql<{ id: string }>`select value as id from json_each(${all}) where value <= ${upTo}`
  ).execute(tx);
  const found = new Set(rows.map(({ id }) => id));
  return (id) => found.has(id);
}

const isPostgres = (tx: Transaction): boolean => tx.getExecutor().adapter instanceof PostgresAdapter;
