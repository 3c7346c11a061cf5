import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/open-database.ts';
import { timestamp } from '#server/platform/database/timestamp.ts';
import type { Clock, Limit } from '#server/platform/ports.ts';

/** One thing to count: what happens, for whom, and how often it may. */
export interface RateLimitedAct {
  readonly action: string;
  /** A network, an address, a code; stored only as a hash. */
  readonly subject: string;
  readonly limit: Limit;
}

export type LimitAnswer = { readonly allowed: true } | { readonly allowed: false; readonly retryAfterSeconds: number };

/**
 * Counts one hit for each entry, in one statement, and says whether all stay within their limits. The counters are in the
 * database: they survive restarts and hold for all nodes. Fixed windows that begin at multiples of their length. For what belongs
 * to one person, such as the mails to an address; what networks do is counted by `NetworkLimits`.
 */
export async function countHit(db: Db, clock: Clock, counted: readonly RateLimitedAct[]): Promise<LimitAnswer> {
  const now = clock.now();
  const hits = counted.map((each) => hitAt(each, now));
  const totals = await addHits(db, hits);
  const over = hits.filter(({ limit }, index) => (totals[index] ?? 0) > limit.max);
  return over.length === 0 ? { allowed: true } : refusal(over, now);
}

/** One hit as a statement that goes together with others, and what its rows mean. */
export function countingHit(db: Db, clock: Clock, counted: RateLimitedAct) {
  const now = clock.now();
  const hit = hitAt(counted, now);
  return {
    statement: addingRows(db, [counterRow(hit)]),
    answer: ([row]: readonly { readonly hits: number }[]): LimitAnswer =>
      (row?.hits ?? 0) > hit.limit.max ? refusal([hit], now) : { allowed: true },
  };
}

function hitAt({ action, subject, limit }: RateLimitedAct, now: number): Hits {
  const length = limit.windowSeconds * 1_000;
  return { action, subject, limit, hits: 1, windowStart: Math.floor(now / length) * length };
}

function refusal(over: readonly Hits[], now: number): Extract<LimitAnswer, { allowed: false }> {
  const ends = over.map(({ windowStart, limit }) => windowStart + limit.windowSeconds * 1_000);
  return { allowed: false, retryAfterSeconds: Math.ceil((Math.max(...ends) - now) / 1_000) };
}

/** Hits of one thing in one window. */
export interface Hits extends RateLimitedAct {
  /** Milliseconds since the epoch. */
  readonly windowStart: number;
  readonly hits: number;
}

/** Counters per statement: databases take so many parameters and no more. */
const MAX_PER_STATEMENT = 500;

/** @returns what the database knows of each afterwards, in the order given */
export async function addHits(db: Db, added: readonly Hits[]): Promise<readonly number[]> {
  const rows = new Map<string, ReturnType<typeof counterRow>>();
  const names = added.map((entry) => {
    const row = counterRow(entry);
    const name = `${row.key} ${row.window_start}`;
    rows.set(name, { ...row, hits: row.hits + (rows.get(name)?.hits ?? 0) });
    return name;
  });
  // Sorted, so that two statements lock the counters in the same order.
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

/** The unit that limits count visitors by: an IPv4 address, or the /64 network of an IPv6 one. */
export function rateLimitKey(address: string): string {
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

/** Whether something was counted for a subject in a window that is not over. */
export async function hasHit(db: Db, clock: Clock, { action, subject }: RateLimitedAct): Promise<boolean> {
  const row = await db
    .selectFrom('rate_limits')
    .select('hits')
    .where('key', '=', counterKey(action, subject))
    .where('expires_at', '>', timestamp(clock.now()))
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
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

function counterRow({ action, subject, limit, windowStart, hits }: Hits) {
  return {
    key: counterKey(action, subject),
    window_start: timestamp(windowStart),
    expires_at: timestamp(windowStart + limit.windowSeconds * 1_000),
    hits,
  };
}
