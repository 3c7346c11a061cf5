import { createHash } from 'node:crypto';
import type { Db } from '#server/platform/database/open-database.ts';
import { currentTimestamp } from '#server/platform/database/timestamp.ts';
import type { Clock } from '#server/platform/ports.ts';

export interface IdempotentRequest {
  /** See `idempotencyKey`. */
  readonly key: string;
  /** See `fingerprint`. */
  readonly fingerprint: string;
}

export type Claim =
  | { readonly state: 'new' }
  | { readonly state: 'repeated'; readonly answer: string }
  | { readonly state: 'other-body'; readonly answer: string };

/** A key from what makes two submits the same one: the purpose, what only the sender knows, the canonical address, the code. */
export const idempotencyKey = (...parts: readonly string[]): string => digest(JSON.stringify(parts));

/** SHA-256 over the values of a form, whatever their order. */
export const fingerprint = (value: Readonly<Record<string, unknown>>): string =>
  digest(JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))));

export interface ClaimedRow {
  readonly memberId: string | null;
  /** Canonical; whose address the answer names. */
  readonly email?: string | null;
  /** The outcome as JSON if the effect succeeds; it vanishes with the transaction otherwise. */
  readonly answer: string;
  readonly lifetimeMs: number;
}

/**
 * Claims a key, inside the transaction of the effect if there is one: the first caller gets `new`, everybody after it the stored
 * answer. A second caller waits until the first transaction ended (unique key on PostgreSQL, one writer on SQLite).
 */
export async function claimKey(db: Db, clock: Clock, request: IdempotentRequest, row: ClaimedRow): Promise<Claim> {
  const { length } = await claiming(db, clock, request, row).execute();
  return claimed(db, clock, request, row, length > 0);
}

/**
 * Takes over a key whose answer does not count any more.
 *
 * @param stored The answer that does not count; it names one effect.
 * @returns whether this caller was the first to do so
 */
export async function takeOverKey(
  db: Db,
  clock: Clock,
  request: IdempotentRequest,
  row: ClaimedRow,
  stored: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('idempotency_keys')
    .set(claimedValues(clock, request, row))
    .where('key', '=', request.key)
    .where('answer', '=', stored)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The statement that claims a key; it returns a row when the key was free, or its time was over. */
export function claiming(db: Db, clock: Clock, request: IdempotentRequest, row: ClaimedRow) {
  const values = claimedValues(clock, request, row);
  return db
    .insertInto('idempotency_keys')
    .values({ key: request.key, ...values })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(values).where('idempotency_keys.expires_at', '<=', currentTimestamp(clock)),
    )
    .returning('key');
}

const claimedValues = (clock: Clock, request: IdempotentRequest, row: ClaimedRow) => ({
  fingerprint: request.fingerprint,
  member_id: row.memberId,
  email_canonical: row.email ?? null,
  answer: row.answer,
  created_at: currentTimestamp(clock),
  expires_at: currentTimestamp(clock, row.lifetimeMs),
});

/** What became of a claim; asks nobody where it succeeded. */
export async function claimed(
  db: Db,
  clock: Clock,
  request: IdempotentRequest,
  row: ClaimedRow,
  succeeded: boolean,
): Promise<Claim> {
  for (let isNew = succeeded; !isNew;) {
    const stored = await db
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', request.key)
      .executeTakeFirst();
    // PostgreSQL: it was given up between the two statements, so that the key is free again.
    if (stored === undefined) {
      isNew = (await claiming(db, clock, request, row).execute()).length > 0;
      continue;
    }
    if (stored.fingerprint !== request.fingerprint) return { state: 'other-body', answer: stored.answer };
    return { state: 'repeated', answer: stored.answer };
  }
  return { state: 'new' };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
