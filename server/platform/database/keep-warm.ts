import { setInterval } from 'node:timers';
import type pg from 'pg';

/** Milliseconds between checks for missing connections. */
const INTERVAL_MS = 1_000;

/** Opens connections ahead of use, because opening one takes several round trips. */
export interface WarmPool {
  /** Opens missing connections, immediately and at intervals. Rejects when the database is unreachable. */
  warm(): Promise<void>;
  stop(): void;
}

/** @param least number of connections to keep open; the pool must not close them when idle */
export function keepWarm(pool: pg.Pool, least: number): WarmPool {
  let timer: NodeJS.Timeout | undefined;
  let filling: Promise<void> | null = null;

  const fill = (): Promise<void> => (filling ??= open().finally(() => (filling = null)));

  async function open(): Promise<void> {
    const missing = least - pool.totalCount;
    if (missing <= 0) return;
    // The pool hands out idle connections before opening new ones.
    const taken = await Promise.allSettled(Array.from({ length: pool.idleCount + missing }, () => pool.connect()));
    for (const each of taken) if (each.status === 'fulfilled') each.value.release();
    const failed = taken.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  return {
    async warm() {
      await fill();
      // Replaces broken connections. Errors are ignored: queries report an outage themselves.
      timer ??= setInterval(() => void fill().catch(() => undefined), INTERVAL_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
