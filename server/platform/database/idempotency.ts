import { createHash } from 'node:crypto';
import type { Transaction } from '#server/platform/database/open-database.ts';
import { timestampOf } from '#server/platform/database/timestamp.ts';
import type { Clock } from '#server/platform/ports.ts';

export interface Request {
  /** See `idempotencyKey`. */
  readonly key: string;
  /** See `fingerprint`. */
  readonly fingerprint: string;
}

export type Claim =
  | { readonly state: 'new' }
  | { readonly state: 'repeated'; readonly answer: string }
  | { readonly state: 'other-body' };

/** A key from what makes two submits the same one: the purpose, what only the sender knows, the canonical address, the code. */
export const idempotencyKey = (...parts: readonly string[]): string => digest(JSON.stringify(parts));

/** SHA-256 over the values of a form, whatever their order. */
export const fingerprint = (value: Readonly<Record<string, unknown>>): string =>
  digest(JSON.stringify(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))));

/**
 * Claims a key inside the transaction of the effect: the first caller gets `new`, everybody after it the stored answer.
 * A second caller waits until the first transaction ended (unique key on PostgreSQL, one writer on SQLite).
 *
 * @param answer The outcome as JSON if the effect succeeds; it vanishes with the transaction otherwise.
 */
export async function claimKey(
  tx: Transaction,
  clock: Clock,
  request: Request,
  row: {
    readonly memberId: string | null;
    /** Canonical; whose address the answer names. */
    readonly email?: string | null;
    readonly answer: string;
    readonly lifetimeMs: number;
  },
): Promise<Claim> {
  const now = timestampOf(clock);
  await tx.deleteFrom('idempotency_keys').where('key', '=', request.key).where('expires_at', '<=', now).execute();
  for (;;) {
    const inserted = await tx
      .insertInto('idempotency_keys')
      .values({
        key: request.key,
        fingerprint: request.fingerprint,
        member_id: row.memberId,
        email_canonical: row.email ?? null,
        answer: row.answer,
        created_at: now,
        expires_at: timestampOf(clock, row.lifetimeMs),
      })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst();
    if (inserted) return { state: 'new' };
    const stored = await tx
      .selectFrom('idempotency_keys')
      .selectAll()
      .where('key', '=', request.key)
      .executeTakeFirst();
    // PostgreSQL: it was given up between the two statements, so that the key is free again.
    if (stored === undefined) continue;
    if (stored.fingerprint !== request.fingerprint) return { state: 'other-body' };
    return { state: 'repeated', answer: stored.answer };
  }
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');
