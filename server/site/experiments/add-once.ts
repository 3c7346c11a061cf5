import type { Transaction } from '#server/platform/database/open-database.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import type { CounterName, Tallies } from './write-counts.ts';

/** An increment that counts once per visitor, even when the same cookies are sent again. */
export interface CountedOnce {
  /** A keyed hash of visitor and event, not traceable to a person. */
  readonly token: string;
  /** Expiry in milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly adds: readonly { readonly counter: CounterName; readonly parts: readonly string[] }[];
}

/** Rows per statement. */
const BATCH = 500;

/** Adds increments that were not counted before to the tallies. */
export async function addOnce(tx: Transaction, waiting: readonly CountedOnce[], tallies: Tallies): Promise<void> {
  // Sorted, so that concurrent statements lock rows in the same order.
  const sorted = waiting.toSorted((one, other) => (one.token < other.token ? -1 : 1));
  for (let from = 0; from < sorted.length; from += BATCH) {
    const batch = sorted.slice(from, from + BATCH);
    const stored = await tx
      .insertInto('counted_once')
      .values(batch.map(({ token, expiresAt }) => ({ token, expires_at: toTimestamp(expiresAt) })))
      .onConflict((conflict) => conflict.column('token').doNothing())
      .returning('token')
      .execute();
    const fresh = new Set(stored.map(({ token }) => token));
    for (const { token, adds } of batch)
      if (fresh.has(token)) for (const { counter, parts } of adds) tallies[counter].add(parts);
  }
}
