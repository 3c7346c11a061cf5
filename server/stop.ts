import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Milliseconds, by mode; see `StopOptions`. */
export const stopTimes = {
  demo: { notice: 0, patience: 3_000 },
  production: { notice: 5_000, patience: 20_000 },
} as const;

export interface StopOptions {
  readonly server: Server;
  /** Milliseconds between readiness 503 and the end of listening: a balancer needs them to notice. */
  readonly notice: number;
  /** Milliseconds that running requests may still take. */
  readonly patience: number;
  /** Ends connections that would never end by themselves, once nobody new is let in. */
  readonly hangUp?: () => Promise<void>;
  /** Closes what requests need, after the last one was answered. */
  readonly close: () => Promise<void>;
  readonly log: Logger;
}

export interface Stopper {
  readonly draining: boolean;
  /** Stops once, however often it is called. Resolves when everything is closed. */
  stop(reason: string): Promise<void>;
}

/** Stops without losing a request (O2): say so, wait, stop listening, finish what runs, close the rest. */
export function createStopper({ server, notice, patience, hangUp, close, log }: StopOptions): Stopper {
  let stopping: Promise<void> | null = null;

  async function stopOnce(reason: string): Promise<void> {
    log.info({ reason }, 'stopping');
    await sleep(notice);
    const closed = new Promise<void>((resolve) => server.close(() => resolve()));
    await hangUp?.();
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const late = setTimeout(() => {
      log.warn({ patience }, 'Some requests did not end in time; their connections are closed.');
      server.closeAllConnections();
    }, patience);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
    await close();
    log.info('stopped');
  }

  return {
    get draining() {
      return stopping !== null;
    },
    stop(reason) {
      stopping ??= stopOnce(reason);
      return stopping;
    },
  };
}
