import { setInterval } from 'node:timers';
import type pg from 'pg';

/** Milliseconds between two looks whether connections are missing. */
const INTERVAL_MS = 1_000;

/** Connections that are open before anybody needs them: opening one takes several round trips. */
export interface WarmPool {
  /** Opens what is missing, and from then on whenever some are missing. Rejects when the database cannot be reached. */
  warm(): Promise<void>;
  stop(): void;
}

/** @param least How many connections stay open; the pool must not close them for being idle. */
export function keepWarm(pool: pg.Pool, least: number): WarmPool {
  let timer: NodeJS.Timeout | undefined;
  let filling: Promise<void> | null = null;

  const fill = (): Promise<void> => (filling ??= open().finally(() => (filling = null)));

  async function open(): Promise<void> {
    const missing = least - pool.totalCount;
    if (missing <= 0) return;
    // The pool gives what is idle before it opens anything.
    const taken = await Promise.allSettled(Array.from({ length: pool.idleCount + missing }, () => pool.connect()));
    for (const each of taken) if (each.status === 'fulfilled') each.value.release();
    const failed = taken.find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  return {
    async warm() {
      await fill();
      // Those that broke in the meantime, in an outage or because a proxy closed them. Who waits for the database learns of an outage.
      timer ??= setInterval(() => void fill().catch(() => undefined), INTERVAL_MS).unref();
    },
    stop: () => clearInterval(timer),
  };
}
