import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CloseCode, handleProtocols } from 'graphql-ws';
import type { Logger } from 'pino';
import { type ServerOptions, type WebSocket, WebSocketServer } from 'ws';
import { createMemoryLimit } from '#server/platform/limits/per-minute-limiter.ts';
import { ConcurrencyLimiter, type ConcurrencyLimits } from '#server/platform/limits/concurrency-limiter.ts';
import type { Limit } from '#server/platform/ports.ts';
import { getDefault } from '#server/platform/settings/table.ts';
import type { LoadShedder } from '#server/platform/limits/shedding.ts';
import { describeCloseReason } from './close-reason.ts';
import { largestRequest } from './limits.ts';
import { type GuardLimits, guardSocket } from './socket-guard.ts';
import { type Connection, type ProtocolOptions, createProtocol } from './protocol.ts';

export interface SocketOptions extends Pick<ProtocolOptions, 'schema' | 'documents' | 'connect'> {
  readonly server: Server;
  /** Path of the API with base path. */
  readonly endpoint: string;
  readonly publicOrigin: string;
  /** Default: see `socketLimits`. */
  readonly limits?: Partial<SocketLimits>;
  readonly readNetwork: (request: IncomingMessage) => string;
  readonly log: Logger;
  readonly loadShedder?: LoadShedder;
  /** Timeout for `connection_init` in milliseconds; default: 3 s. */
  readonly initTimeout?: number;
}

export interface Sockets {
  readonly open: number;
  /** Closes all connections with 1012, after which clients reconnect, and accepts no new ones. */
  close(): Promise<void>;
}

/** Limits of a network across its connections. */
export interface NetworkSocketLimits {
  /** Connection attempts. */
  readonly connectionsPerNetwork: Limit;
  /** Frames, see `guardSocket`. */
  readonly framesPerNetwork: Limit;
}

type SocketLimits = ConcurrencyLimits & GuardLimits & NetworkSocketLimits;

export const socketLimits = {
  /** Timeout for `connection_init` in milliseconds. */
  init: 3_000,
  /** Ping interval in milliseconds; a connection without a pong since the last ping is closed. */
  ping: 15_000,
  /** Open connections. Only pages that wait for an activation hold one, so this suffices for a carrier's NAT. */
  perNetwork: 1_000,
  total: 10_000,
  /** Ten times what the client sends to connect and subscribe to everything. */
  framesPerSecond: 100,
  /** More than two hundred states; a client that reads never reaches it. */
  bytesWaiting: 64 * 1024,
  /** Fragments per message; browsers and the client send one. */
  fragments: 16,
  /** Timeout for the client's close frame in milliseconds. */
  close: 2_000,
} as const;
const SERVICE_RESTART = 1012;
const PONG = JSON.stringify({ type: 'pong' });

/** Whether a request opens the WebSocket of the API. Other upgrade requests are handled as plain requests (RFC 9110, 7.8). */
export function takesUpgrade({ method, url, headers }: IncomingMessage, endpoint: string): boolean {
  return method === 'GET' && url?.split('?', 1)[0] === endpoint && headers.upgrade?.toLowerCase() === 'websocket';
}

interface OpenSocket extends Connection {
  readonly socket: WebSocket;
  answered: boolean;
  readonly pinged: () => void;
}

interface Accepted {
  readonly request: IncomingMessage;
  readonly raw: Duplex;
  readonly network: string;
}

/** Subscriptions over WebSockets on the path of the API. */
export function openSockets(options: SocketOptions): Sockets {
  const { server, log } = options;
  const limits: SocketLimits = {
    ...socketLimits,
    connectionsPerNetwork: getDefault('RATE_LIMIT_SOCKET_CONNECTIONS', 'production'),
    framesPerNetwork: getDefault('RATE_LIMIT_SOCKET_FRAMES'),
    ...options.limits,
  };
  const monotonic = (): number => performance.now();
  const mayConnect = createMemoryLimit(limits.connectionsPerNetwork, monotonic);
  const maySend = createMemoryLimit(limits.framesPerNetwork, monotonic);
  // The types of ws lack some options.
  const acceptOptions: ServerOptions & { readonly closeTimeout: number; readonly maxFragments: number } = {
    noServer: true,
    autoPong: false,
    maxFragments: socketLimits.fragments,
    maxPayload: largestRequest,
    handleProtocols,
    closeTimeout: socketLimits.close,
  };
  const accept = new WebSocketServer(acceptOptions);
  const open = new Set<OpenSocket>();
  const places = new ConcurrencyLimiter(limits);
  let closing = false;
  const protocol = createProtocol({
    schema: options.schema,
    documents: options.documents,
    initTimeout: options.initTimeout ?? socketLimits.init,
    connect: options.connect,
  });

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    // Development tools use other paths; outside development, these requests are handled without the upgrade.
    if (!takesUpgrade(request, options.endpoint)) return;
    socket.on('error', () => socket.destroy());
    // Browsers always send an Origin with an upgrade; an API client without one has no visitor's cookies (ASVS 5.0.0, 4.4.2).
    const { origin } = request.headers;
    if (origin !== undefined && origin !== options.publicOrigin) return refuse(socket, 403);
    if (closing || options.loadShedder?.('forms') === true) return refuse(socket, 503);
    const network = options.readNetwork(request);
    if (!mayConnect(network)) return refuse(socket, 429);
    const place = places.take(network, () => socket.destroy());
    if (typeof place === 'string') return refuse(socket, place === 'network' ? 429 : 503);
    socket.once('close', place);
    accept.handleUpgrade(request, socket, head, (accepted) => speak(accepted, { request, raw: socket, network }));
  }

  function speak(socket: WebSocket, { request, raw, network }: Accepted): void {
    const takeOfNetwork = (amount: number): boolean => maySend(network, amount);
    const guard = guardSocket(socket, raw, { ...limits, takeOfNetwork });
    const entry: OpenSocket = { socket, request, context: null, answered: true, pinged: guard.pinged };
    open.add(entry);
    const close = (code: number, reason: string): void => socket.close(code, describeCloseReason(reason));
    const fail = (error: unknown): void => {
      log.error({ err: error }, 'A WebSocket connection failed.');
      close(CloseCode.InternalServerError, 'Internal server error');
    };
    const say = (text: string): Promise<void> =>
      new Promise((resolve, reject) => {
        if (socket.readyState !== socket.OPEN) return resolve();
        socket.send(text, (error) => (error ? reject(error) : resolve()));
        guard.sent();
      });
    // ws closes the connection after too large or malformed frames by itself.
    socket.on('error', (error) => log.info({ err: error }, 'A WebSocket client violated the protocol.'));
    socket.on('pong', () => {
      entry.answered = true;
    });
    socket.on('ping', (data) => {
      if (!guard.isOpen) return;
      socket.pong(data);
      guard.sent();
    });
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        close,
        send: say,
        onMessage: (receive) => {
          socket.on('message', (data) => {
            if (guard.isOpen) receive(String(data)).catch(fail);
          });
        },
        // The protocol allows the payload to be echoed; it is omitted, because its size is up to the sender.
        onPing: () => say(PONG),
      },
      entry,
    );
    socket.once('close', (code, reason) => {
      open.delete(entry);
      closed(code, String(reason)).catch((error: unknown) =>
        log.error({ err: error }, 'Cleaning up a closed WebSocket connection failed.'),
      );
    });
  }

  const pings = setInterval(() => {
    for (const entry of open) {
      if (!entry.answered) entry.socket.terminate();
      entry.answered = false;
      entry.pinged();
      entry.socket.ping();
    }
  }, socketLimits.ping).unref();
  server.on('upgrade', upgrade);

  return {
    get open() {
      return open.size;
    },
    async close() {
      closing = true;
      clearInterval(pings);
      const all = [...open].map(
        ({ socket }) =>
          new Promise<void>((resolve) => {
            const late = setTimeout(() => socket.terminate(), socketLimits.close);
            socket.once('close', () => {
              clearTimeout(late);
              resolve();
            });
            socket.close(SERVICE_RESTART, 'Service restart');
          }),
      );
      await Promise.all(all);
    },
  };
}

function refuse(socket: Duplex, status: number): void {
  const later = status === 403 ? '' : 'Retry-After: 10\r\n';
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${later}Connection: close\r\nContent-Length: 0\r\n\r\n`,
    () => socket.destroy(),
  );
}
