import { createHash } from 'node:crypto';
import type { Db } from '#server/platform/database/open-database.ts';
import { getCurrentTimestamp } from '#server/platform/database/timestamp.ts';
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

/** An idempotency key from the values that make submissions equal: purpose, a secret of the sender, canonical address, code. */
export const createIdempotencyKey = (...parts: readonly string[]): string => digest(JSON.stringify(parts));

/** SHA-256 over the values of a form, in any order. */
export const computeFingerprint = (value: Readonly<Record<string, unknown>>): string =>
  digest(JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))));

export interface ClaimedRow {
  readonly memberId: string | null;
  /** Canonical email address in the stored response. */
  readonly email?: string | null;
  /** Outcome as JSON; rolled back with the transaction. */
  readonly answer: string;
  readonly lifetimeMs: number;
}

/**
 * Claims a key, inside the transaction of the effect if there is one: the first caller gets `new`, later ones the stored response. A concurrent
 * caller waits for the first transaction (unique key on PostgreSQL, single writer on SQLite).
 */
export async function claimKey(db: Db, clock: Clock, request: IdempotentRequest, row: ClaimedRow): Promise<Claim> {
  const { length } = await prepareClaim(db, clock, request, row).execute();
  return readClaim(db, clock, request, row, length > 0);
}

/**
 * Takes over a key whose stored response is invalid.
 *
 * @param stored the invalid response
 * @returns whether this caller was first
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

/** The statement that claims a key; it returns a row when the key was free or had expired. */
export function prepareClaim(db: Db, clock: Clock, request: IdempotentRequest, row: ClaimedRow) {
  const values = claimedValues(clock, request, row);
  return db
    .insertInto('idempotency_keys')
    .values({ key: request.key, ...values })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet(values).where('idempotency_keys.expires_at', '<=', getCurrentTimestamp(clock)),
    )
    .returning('key');
}

const claimedValues = (clock: Clock, request: IdempotentRequest, row: ClaimedRow) => ({
  fingerprint: request.fingerprint,
  member_id: row.memberId,
  email_canonical: row.email ?? null,
  answer: row.answer,
  created_at: getCurrentTimestamp(clock),
  expires_at: getCurrentTimestamp(clock, row.lifetimeMs),
});

/** Result of a claim; runs no query when it succeeded. */
export async function readClaim(
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
    // PostgreSQL: the key was released between the two statements.
    if (stored === undefined) {
      isNew = (await prepareClaim(db, clock, request, row).execute()).length > 0;
      continue;
    }
    if (stored.fingerprint !== request.fingerprint) return { state: 'other-body', answer: stored.answer };
    return { state: 'repeated', answer: stored.answer };
  }
  return { state: 'new' };
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
