import pg from 'pg';
import { sql } from 'kysely';
import type { Db } from '#server/platform/database/open-database.ts';
import { retryWithBackoff } from '#server/platform/retry-with-backoff.ts';
import type { Log } from '#server/platform/ports.ts';
import { UnavailableError } from '#engine/shared/errors.ts';
import { type PubSub, Listeners, Debouncer } from './pub-sub.ts';

const CHANNEL = 'vitrine';

/** Milliseconds. */
export const pubSubLimits = {
  connect: 5_000,
  /** Delay before the first reconnect, doubled up to `maxWaitMs`. */
  firstWaitMs: 500,
  maxWaitMs: 30_000,
} as const;
const { connect } = pubSubLimits;
const retries = { firstMs: pubSubLimits.firstWaitMs, maxMs: pubSubLimits.maxWaitMs };

/**
 * For several nodes on one PostgreSQL: NOTIFY and LISTEN on a connection of its own, opened with the first listener. Events are lost while it is down,
 * so all listeners are notified after a reconnect.
 */
export function createPostgresPubSub(url: string, db: Db, log: Log): PubSub {
  const listeners = new Listeners();
  const closing = new AbortController();
  let running: Promise<void> | null = null;
  /** Why the connection is down; state changes are logged, attempts are not. */
  let missing: string | null = null;

  function failed(error: unknown): void {
    const now = String(error);
    if (now !== missing) log.warn('announcements.lost', { error: now });
    missing = now;
  }

  /** Resolves on shutdown, rejects when the connection breaks. */
  async function listenUntilLost(): Promise<void> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: connect,
      keepAlive: true,
      application_name: 'vitrine announcements',
    });
    const lost = new Promise<never>((_, reject) => {
      client.on('error', reject);
      client.on('end', () => reject(new UnavailableError('The connection ended.')));
    });
    const stopped = new Promise<void>((resolve) => closing.signal.addEventListener('abort', () => resolve()));
    client.on('notification', ({ payload }) => listeners.wake(payload ?? ''));
    try {
      await Promise.race([client.connect(), lost]);
      await Promise.race([client.query(`listen ${CHANNEL}`), lost]);
      missing = null;
      listeners.wakeAll();
      await Promise.race([stopped, lost]);
    } finally {
      lost.catch(() => null);
      await client.end().catch(() => null);
    }
  }

  async function publish(id: string): Promise<void> {
    try {
      await sql`select pg_notify(${CHANNEL}, ${id})`.execute(db);
    } catch (error) {
      log.warn('announcements.unsent', { error: String(error) });
    }
  }
  const soon = new Debouncer(publish);

  return {
    publish,
    publishDebounced: (id) => soon.add(id),
    subscribe(id, wake) {
      running ??= retryWithBackoff(listenUntilLost, retries, failed, closing.signal);
      return listeners.add(id, wake);
    },
    async close() {
      soon.drop();
      closing.abort();
      await running;
    },
  };
}
