import { hash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/open-database.ts';
import { toTimestamp } from '#server/platform/database/timestamp.ts';
import type { Clock, Limit } from '#server/platform/ports.ts';

/** An action, its subject and the limit. */
export interface RateLimitedAct {
  readonly action: string;
  /** A network, an address, a code; stored as a hash only. */
  readonly subject: string;
  readonly limit: Limit;
}

export type LimitResult = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/**
 * Counts a hit per entry in one statement, and returns whether all are within their limits. Counters are in the database: durable and shared by all nodes.
 * Fixed windows, aligned to multiples of their length. For limits per person, such as mails per address; networks use `NetworkLimits`.
 */
export async function countHit(db: Db, clock: Clock, counted: readonly RateLimitedAct[]): Promise<LimitResult> {
  const now = clock.now();
  const hits = counted.map((each) => hitAt(each, now));
  const totals = await addHits(db, hits);
  const over = hits.filter(({ limit }, index) => (totals[index] ?? 0) > limit.max);
  return over.length === 0 ? { allowed: true } : refusal(over, now);
}

/** One hit as a statement for a batch, and how to read its rows. */
export function prepareHit(db: Db, clock: Clock, counted: RateLimitedAct) {
  const now = clock.now();
  const hit = hitAt(counted, now);
  return {
    statement: addingRows(db, [counterRow(hit)]),
    answer: ([row]: readonly { readonly hits: number }[]): LimitResult =>
      (row?.hits ?? 0) > hit.limit.max ? refusal([hit], now) : { allowed: true },
  };
}

function hitAt({ action, subject, limit }: RateLimitedAct, now: number): Hits {
  const length = limit.windowSeconds * 1_000;
  return { action, subject, limit, hits: 1, windowStart: Math.floor(now / length) * length };
}

function refusal(over: readonly Hits[], now: number): Extract<LimitResult, { allowed: false }> {
  const ends = over.map(({ windowStart, limit }) => windowStart + limit.windowSeconds * 1_000);
  return { allowed: false, retryAfterSeconds: Math.ceil((Math.max(...ends) - now) / 1_000) };
}

/** Hits in one window. */
export interface Hits extends RateLimitedAct {
  /** Milliseconds since the epoch. */
  readonly windowStart: number;
  readonly hits: number;
}

/** Counters per statement: databases limit the number of parameters. */
const MAX_PER_STATEMENT = 500;

/** @returns total hits of each, in the given order */
export async function addHits(db: Db, added: readonly Hits[]): Promise<readonly number[]> {
  const rows = new Map<string, ReturnType<typeof counterRow>>();
  const names = added.map((entry) => {
    const row = counterRow(entry);
    const name = `${row.key} ${row.window_start}`;
    rows.set(name, { ...row, hits: row.hits + (rows.get(name)?.hits ?? 0) });
    return name;
  });
  // Sorted, so that concurrent statements lock counters in the same order.
  const sorted = [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
  const totals = new Map<string, number>();
  for (let from = 0; from < sorted.length; from += MAX_PER_STATEMENT) {
    const stored = await addingRows(db, sorted.slice(from, from + MAX_PER_STATEMENT)).execute();
    for (const { key, window_start, hits } of stored) totals.set(`${key} ${window_start}`, hits);
  }
  return names.map((name) => totals.get(name) ?? 0);
}

const addingRows = (db: Db, rows: readonly ReturnType<typeof counterRow>[]) =>
  db
    .insertInto('rate_limits')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet((row) => ({ hits: sql<number>`rate_limits.hits + ${row.ref('excluded.hits')}` })),
    )
    .returning(['key', 'window_start', 'hits']);

/** Rate limit key of an address: an IPv4 address, or the /64 of an IPv6 address. */
export function getRateLimitKey(address: string): string {
  if (!address.includes(':')) return address;
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

/** Whether a subject has a hit in an unexpired window. */
export async function hasHit(db: Db, clock: Clock, { action, subject }: RateLimitedAct): Promise<boolean> {
  const row = await db
    .selectFrom('rate_limits')
    .select('hits')
    .where('key', '=', counterKey(action, subject))
    .where('expires_at', '>', toTimestamp(clock.now()))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the counters of subjects, such as those of a person; returns their number. */
export async function forgetHits(db: Db, actions: readonly string[], subjects: readonly string[]): Promise<number> {
  const keys = actions.flatMap((action) => subjects.map((subject) => counterKey(action, subject)));
  if (keys.length === 0) return 0;
  const gone = await db.deleteFrom('rate_limits').where('key', 'in', keys).executeTakeFirst();
  return Number(gone.numDeletedRows);
}

/** Hashed, so that the database does not reveal the subject. */
const counterKey = (action: string, subject: string): string => hash('sha256', `${action}\n${subject}`, 'base64url');

function counterRow({ action, subject, limit, windowStart, hits }: Hits) {
  return {
    key: counterKey(action, subject),
    window_start: toTimestamp(windowStart),
    expires_at: toTimestamp(windowStart + limit.windowSeconds * 1_000),
    hits,
  };
}
