import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/open-database.ts';
import { timestamp } from '#server/platform/database/timestamp.ts';
import type { Clock, Limit } from '#server/platform/ports.ts';

/** One thing to count: what happens, for whom, and how often it may. */
export interface Counted {
  readonly action: string;
  /** A network, an address, a code; stored only as a hash. */
  readonly subject: string;
  readonly limit: Limit;
}

export type LimitAnswer = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/**
 * Counts one hit for each entry, in one statement, and says whether all stay within their limits. The counters stand in the
 * database: they survive restarts and hold for all nodes. Fixed windows that begin at multiples of their length.
 */
export async function countHit(db: Db, clock: Clock, counted: readonly Counted[]): Promise<LimitAnswer> {
  const now = clock.now();
  const rows = counted.map((entry) => counterRow(entry, now)).toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const hits = await db
    .insertInto('rate_limits')
    // Sorted, so that two statements lock the counters in the same order.
    .values(rows.map(({ key, window_start, expires_at }) => ({ key, window_start, expires_at, hits: 1 })))
    .onConflict((conflict) =>
      conflict.columns(['key', 'window_start']).doUpdateSet({ hits: sql`rate_limits.hits + 1` }),
    )
    .returning(['key', 'hits'])
    .execute();
  const over = rows.filter((row) => (hits.find((hit) => hit.key === row.key)?.hits ?? 0) > row.max);
  if (over.length === 0) return { allowed: true };
  return {
    allowed: false,
    retryAfterSeconds: Math.max(...over.map((row) => Math.ceil((Date.parse(row.expires_at) - now) / 1_000))),
  };
}

/** The unit that limits count visitors by: an IPv4 address, or the /64 network of an IPv6 one. */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return mapped;
  const plain = address.split('%')[0] ?? '';
  if (!isIPv6(plain)) return address;
  const [head = '', tail = ''] = plain.split('::');
  const start = head === '' ? [] : head.split(':');
  const end = tail === '' ? [] : tail.split(':');
  const groups = plain.includes('::')
    ? [...start, ...Array<string>(Math.max(0, 8 - start.length - end.length)).fill('0'), ...end]
    : start;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}

/** Removes the counters of subjects, such as those of a person; returns how many there were. */
export async function forgetHits(db: Db, actions: readonly string[], subjects: readonly string[]): Promise<number> {
  const keys = actions.flatMap((action) => subjects.map((subject) => counterKey(action, subject)));
  if (keys.length === 0) return 0;
  const gone = await db.deleteFrom('rate_limits').where('key', 'in', keys).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** What is counted must not be readable from the database. */
const counterKey = (action: string, subject: string): string =>
  createHash('sha256').update(`${action}\n${subject}`).digest('base64url');

function counterRow({ action, subject, limit }: Counted, now: number) {
  const length = limit.windowSeconds * 1_000;
  const start = Math.floor(now / length) * length;
  return {
    key: counterKey(action, subject),
    window_start: timestamp(start),
    expires_at: timestamp(start + length),
    max: limit.max,
  };
}
