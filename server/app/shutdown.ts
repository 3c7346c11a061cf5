import type { Server } from 'node:http';
import { Server as Listener, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { withTimeout } from '#server/platform/with-timeout.ts';

/** Milliseconds, by mode; see `StopOptions`. */
export const stopTimes = {
  demo: { linger: 0, timeoutMs: 3_000, closing: 10_000 },
  production: { linger: 1_000, timeoutMs: 20_000, closing: 10_000 },
} as const;

export interface StopOptions {
  readonly server: Server;
  /** Milliseconds between readiness 503 and the end of listening: a balancer needs them to notice. */
  readonly notice: number;
  /** Milliseconds between the end of listening and the end of idle connections: a request may be on its way on one of them. */
  readonly linger: number;
  /** Milliseconds that running requests may still take. */
  readonly timeoutMs: number;
  /** Ends connections that would never end by themselves, once nobody new is let in. */
  readonly hangUp?: () => Promise<void>;
  /** Closes what requests need, after the last one was answered. */
  readonly close: () => Promise<void>;
  /** Milliseconds that this may take: a database that hangs must not keep a process that serves nobody. */
  readonly closing: number;
  readonly log: Logger;
}

export interface GracefulShutdown {
  readonly draining: boolean;
  /** Stops once, however often it is called. Resolves when everything is closed. */
  stop(reason: string): Promise<void>;
}

/** More than the connections that systems keep waiting (`listen` takes 511 of Node). */
const MAX_ROUNDS = 1_000;

/** Stops without losing a request (O2): say so, wait, stop listening, finish what runs, close the rest. */
export function createGracefulShutdown(options: StopOptions): GracefulShutdown {
  const { server, notice, linger, timeoutMs, hangUp, close, closing, log } = options;
  let stopping: Promise<void> | null = null;
  const open = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket) => {
    open.add(socket);
    accepted += 1;
    socket.on('close', () => open.delete(socket));
  });

  /** Who has connected and was not accepted yet would see a reset; a turn of the event loop accepts one of them. */
  async function acceptWaiting(): Promise<void> {
    let before = -1;
    for (let turn = 0; accepted > before && turn < MAX_ROUNDS; turn += 1) {
      before = accepted;
      await nextTurn();
      await nextTurn();
    }
  }

  /** Node takes a connection for idle as soon as its answer was written, also when most of it still waits for a slow reader. */
  function endIdle(): void {
    for (const { writableLength } of open) if (writableLength > 0) return;
    server.closeIdleConnections();
  }

  async function stopOnce(reason: string): Promise<void> {
    log.info({ reason }, 'stopping');
    await sleep(notice);
    await acceptWaiting();
    const closed = endListening(server);
    await Promise.all([hangUp?.(), sleep(linger)]);
    const idle = setInterval(endIdle, 50);
    const late = setTimeout(() => {
      log.warn({ timeoutMs }, 'Some requests did not end in time; their connections are closed.');
      server.closeAllConnections();
    }, timeoutMs);
    await closed;
    clearInterval(idle);
    clearTimeout(late);
    await withTimeout(closing, 'Closing', close()).catch((error: unknown) =>
      log.warn({ err: error }, 'Not everything was closed in time.'),
    );
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

/**
 * Lets nobody new in. A server of HTTP would end its idle connections with that, also one on which a request is on its way, whose
 * sender would see a reset.
 *
 * @returns a promise of the end of the last connection
 */
function endListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    Listener.prototype.close.call(server, () => resolve());
  });
}
