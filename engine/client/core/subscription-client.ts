import { type Client, createClient } from 'graphql-ws';
import { closeCodes, isFatalClose } from './close-codes.ts';
import {
  SOCKET_BACKOFF_MS,
  SOCKET_JITTER,
  MAX_SOCKET_RETRIES,
  MAX_SUBSCRIPTION_ATTEMPTS,
  SUBSCRIPTION_BACKOFF_MS,
} from './constants.ts';

export interface SubscriptionRequest {
  readonly operationName: string;
  /** Empty when `extensions` contain the id of a persisted query. */
  readonly query: string;
  readonly variables?: Record<string, unknown>;
  readonly extensions?: Record<string, unknown>;
}

export interface SubscriptionSink {
  next(data: unknown): void;
  /** Terminal: an error of the server, or a connection that cannot be restored. */
  error(error: unknown): void;
  complete(): void;
}

export interface SubscriptionClient {
  /** @returns unsubscribe function; the last one closes the connection */
  subscribe(request: SubscriptionRequest, sink: SubscriptionSink): () => void;
  /** Reconnects, for example after signing in; subscriptions continue. */
  restart(): void;
}

export interface SubscriptionClientOptions {
  readonly url: string;
  /** `Authorization` value in `connection_init`; `null` with cookies. */
  readonly authorization?: () => string | null;
  readonly webSocket?: unknown;
  /** Random number in [0, 1). */
  readonly random?: () => number;
}

/** Why a connection cannot be restored. */
export class SocketClosedError extends Error {
  override readonly name = 'SocketClosedError';
  readonly code: number;

  constructor(code: number, reason: string) {
    super(`The connection was closed with ${code}${reason === '' ? '' : ` (${reason})`}.`);
    this.code = code;
  }
}

const ACKNOWLEDGEMENT_TIMEOUT_MS = 10_000;
const PING_INTERVAL_MS = 20_000;
const PONG_TIMEOUT_MS = 5_000;

/** `graphql-transport-ws` on one connection, opened by the first subscription (C3). */
export function createSubscriptionClient(options: SubscriptionClientOptions): SubscriptionClient {
  const { url, authorization, webSocket, random = Math.random } = options;
  let socket: WebSocket | null = null;
  let pongTimer: ReturnType<typeof setTimeout> | undefined;

  function createConnection(): Client {
    const connection = createClient({
      url,
      webSocketImpl: webSocket,
      lazy: true,
      retryAttempts: MAX_SOCKET_RETRIES,
      retryWait: (retries) =>
        new Promise((tryAgain) => void onceConnected(computeSocketDelay(retries, random()), tryAgain)),
      shouldRetry: isLost,
      connectionAckWaitTimeout: ACKNOWLEDGEMENT_TIMEOUT_MS,
      keepAlive: PING_INTERVAL_MS,
      connectionParams: () => {
        const value = authorization?.() ?? null;
        return value === null ? undefined : { Authorization: value };
      },
      on: {
        opened: (opened) => {
          // A browser's WebSocket or a compatible one.
          socket = opened as WebSocket;
        },
        ping: (received) => {
          if (!received) pongTimer = setTimeout(() => connection.terminate(), PONG_TIMEOUT_MS);
        },
        pong: (received) => {
          if (received) clearTimeout(pongTimer);
        },
        closed: () => {
          clearTimeout(pongTimer);
          socket = null;
        },
      },
    });
    return connection;
  }
  let current = createConnection();

  return {
    subscribe(request, sink) {
      let ended = false;
      let stop = (): void => {};
      let forgetTry = (): void => {};
      let failures = 0;
      const open = (): void => {
        const connection = current;
        stop = connection.subscribe(request, {
          next: (result) => {
            failures = 0;
            if (ended) return;
            if (result.errors === undefined) return sink.next(result.data);
            ended = true;
            sink.error(result.errors);
          },
          complete: () => {
            if (!ended) sink.complete();
          },
          error: (cause) => {
            // Each connection counts its own attempts.
            if (current === connection) current = createConnection();
            if (ended) return;
            failures += 1;
            if (isLost(cause) && failures <= MAX_SUBSCRIPTION_ATTEMPTS) {
              forgetTry = onceConnected(SUBSCRIPTION_BACKOFF_MS * 2 ** (failures - 1), open);
              return;
            }
            ended = true;
            sink.error(readable(cause));
          },
        });
      };
      open();
      return () => {
        ended = true;
        forgetTry();
        stop();
      };
    },
    restart: () => socket?.close(closeCodes.clientRestart, 'Client Restart'),
  };
}

/** Delay before a reconnection attempt in milliseconds: 1 s, 2 s, 4 s …, plus jitter. */
export function computeSocketDelay(retries: number, random: number): number {
  const { least, most } = SOCKET_JITTER;
  return SOCKET_BACKOFF_MS * 2 ** retries + Math.floor(least + random * (most - least));
}

/** Whether only the connection was lost: it closed with a retryable code, or could not be opened. */
function isLost(cause: unknown): boolean {
  const code = readCode(cause);
  if (code !== null) return !isFatalClose(code);
  // Server errors are arrays, client errors are `Error`s, connection failures are events.
  return !Array.isArray(cause) && !(cause instanceof Error);
}

function readable(cause: unknown): unknown {
  const code = readCode(cause);
  if (code !== null) return new SocketClosedError(code, hasReason(cause) ? String(cause.reason) : '');
  return isLost(cause) ? new SocketClosedError(1006, 'it could not be opened') : cause;
}

/** Code of a close event; `null` for others. */
function readCode(cause: unknown): number | null {
  const isObject = typeof cause === 'object' && cause !== null && 'code' in cause;
  return isObject && typeof cause.code === 'number' ? cause.code : null;
}

function hasReason(cause: unknown): cause is { readonly reason: unknown } {
  return typeof cause === 'object' && cause !== null && 'reason' in cause;
}

/**
 * Retries after a delay, or immediately when the browser is online again; waits while it is offline. Node.js has no online state.
 *
 * @returns cancels the retry
 */
function onceConnected(milliseconds: number, tryAgain: () => void): () => void {
  const isBrowser = 'onLine' in navigator;
  const forget = (): void => {
    clearTimeout(timer);
    if (isBrowser) removeEventListener('online', now);
  };
  const now = (): void => {
    forget();
    tryAgain();
  };
  const timer = setTimeout(() => (!isBrowser || navigator.onLine) && now(), milliseconds);
  if (isBrowser) addEventListener('online', now);
  return forget;
}
