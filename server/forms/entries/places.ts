import { sql } from 'kysely';
import type { FormDocument } from '#schemas/generated/documents.ts';
import type { Db, Transaction } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
import type { PlatformPorts } from '#server/platform/platform-ports.ts';
import type { Answers } from './read-answers.ts';

type PlacesPorts = Pick<PlatformPorts, 'database' | 'clock'>;
type Places = NonNullable<FormDocument['places']>;

/** Whether the free places suffice for an entry. */
export type PlacesLeft = 'enough' | 'too-few' | 'none';

/**
 * Checks free places for an entry under a lock: a second caller waits until the first transaction ended.
 * @param name name of the form
 */
export async function countPlacesLeft(
  tx: Transaction,
  { database: { engine }, clock }: PlacesPorts,
  name: string,
  { places, fields }: FormDocument,
  answers: Answers,
): Promise<PlacesLeft> {
  if (places === undefined) return 'enough';
  const asked = places.counts === undefined ? 1 : answers[places.counts];
  if (typeof asked !== 'number' || asked < 1) return 'enough';
  // SQLite has a single writer, and this transaction already writes.
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}, hashtext(${name}))`.execute(tx);
  const left = places.total - (await countPlaces(tx, engine, name, places, getCurrentTimestamp(clock)));
  if (asked <= left) return 'enough';
  const counted = fields.find((field) => field.name === places.counts);
  const least = counted?.type === 'number' ? Math.max(1, counted.minimum ?? 1) : 1;
  return left < least ? 'none' : 'too-few';
}

/** First key of PostgreSQL's two-key advisory locks; the second one is the form. */
const LOCK = 362_045_001;

/** Places that the entries of a form take. */
export const countPlacesTaken = (
  { database: { db, engine }, clock }: PlacesPorts,
  { form, places }: { /** Name of the form. */ readonly form: string; readonly places: Places },
): Promise<number> => countPlaces(db, engine, form, places, getCurrentTimestamp(clock));

/** Computed with the current document, so that entries from before the limit count as well. */
async function countPlaces(
  db: Db,
  engine: PlacesPorts['database']['engine'],
  form: string,
  { counts }: Places,
  now: string,
): Promise<number> {
  const taken = counts === undefined ? sql<number>`count(*)` : selectNumber(engine, counts);
  const row = await db
    .selectFrom('form_entries')
    .select(taken.as('taken'))
    .where('form', '=', form)
    // Cannot be confirmed, and will be deleted.
    .where(({ eb, or }) => or([eb('confirm_until', 'is', null), eb('confirm_until', '>', now)]))
    .executeTakeFirstOrThrow();
  return Number(row.taken);
}

/** Sum of a field over entries; non-numeric values count as 0. */
function selectNumber(engine: PlacesPorts['database']['engine'], field: string) {
  const value =
    engine === 'postgres'
      ? sql`case when json_typeof(content::json -> ${field}::text) = 'number' then (content::json ->> ${field}::text)::bigint end`
      : sql`case when json_type(content, ${`$.${field}`}) = 'integer' then json_extract(content, ${`$.${field}`}) end`;
  return sql<number>`coalesce(sum(${value}), 0)`;
}
