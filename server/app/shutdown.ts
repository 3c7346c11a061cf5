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
  /** Milliseconds between readiness 503 and the end of listening, for load balancers to notice. */
  readonly readinessDelay: number;
  /** Milliseconds between the end of listening and the end of idle connections: a request may be in flight on one of them. */
  readonly linger: number;
  /** Timeout for running requests in milliseconds. */
  readonly timeoutMs: number;
  /** Closes long-lived connections, such as sockets, after listening ended. */
  readonly closeSockets?: () => Promise<void>;
  /** Closes the resources of requests after the last response. */
  readonly close: () => Promise<void>;
  /** Timeout of `close` in milliseconds: a hanging database must not keep the process alive. */
  readonly closing: number;
  readonly log: Logger;
}

export interface GracefulShutdown {
  readonly draining: boolean;
  /** Stops once; further calls return the same promise. Resolves when everything is closed. */
  stop(reason: string): Promise<void>;
}

/** Above the backlog of pending connections (`listen` uses 511 in Node.js). */
const MAX_ROUNDS = 1_000;

/** Graceful shutdown without losing a request (O2): report not ready, wait, stop listening, finish requests, close the rest. */
export function createGracefulShutdown(options: StopOptions): GracefulShutdown {
  const { server, readinessDelay, linger, timeoutMs, closeSockets, close, closing, log } = options;
  let stopping: Promise<void> | null = null;
  const open = new Set<Socket>();
  let accepted = 0;
  server.on('connection', (socket) => {
    open.add(socket);
    accepted += 1;
    socket.on('close', () => open.delete(socket));
  });

  /** Accepts pending connections, which would be reset otherwise; each turn of the event loop accepts one. */
  async function acceptWaiting(): Promise<void> {
    let before = -1;
    for (let turn = 0; accepted > before && turn < MAX_ROUNDS; turn += 1) {
      before = accepted;
      await nextTurn();
      await nextTurn();
    }
  }

  /** Node.js counts a connection as idle once its response is written, even while a slow client has not read it. */
  function endIdle(): void {
    for (const { writableLength } of open) if (writableLength > 0) return;
    server.closeIdleConnections();
  }

  async function stopOnce(reason: string): Promise<void> {
    log.info({ reason }, 'stopping');
    await sleep(readinessDelay);
    await acceptWaiting();
    const closed = endListening(server);
    await Promise.all([closeSockets?.(), sleep(linger)]);
    const idle = setInterval(endIdle, 50);
    const late = setTimeout(() => {
      log.warn({ timeoutMs }, 'Some requests did not end in time; their connections were closed.');
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
 * Stops listening. `Server.close` of HTTP would also end idle connections, and reset one with a request in flight.
 *
 * @returns a promise of the end of the last connection
 */
function endListening(server: Server): Promise<void> {
  return new Promise((resolve) => {
    Listener.prototype.close.call(server, () => resolve());
  });
}
