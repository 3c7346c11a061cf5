import { type IncomingMessage, STATUS_CODES, type Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { CloseCode, handleProtocols } from 'graphql-ws';
import type { Logger } from 'pino';
import { type WebSocket, WebSocketServer } from 'ws';
import type { Shed } from '#server/platform/limits/shedding.ts';
import { closeReason } from './close-reason.ts';
import { largestRequest } from './limits.ts';
import { type Connection, type ProtocolOptions, createProtocol } from './protocol.ts';

export interface SocketOptions extends Pick<ProtocolOptions, 'schema' | 'documents' | 'connect'> {
  readonly server: Server;
  /** Path of the API, base path included. */
  readonly endpoint: string;
  readonly publicOrigin: string;
  /** Others answer upgrades to other paths, as development tools do. */
  readonly shared: boolean;
  readonly networkOf: (request: IncomingMessage) => string;
  readonly log: Logger;
  readonly shed?: Shed;
  /** Milliseconds for `connection_init` to arrive; 3 s unless told otherwise. */
  readonly initTimeout?: number;
}

export interface Sockets {
  readonly open: number;
  /** Closes every connection with 1012, which clients take as a call to come back, and takes no new one. */
  close(): Promise<void>;
}

export const socketLimits = {
  /** Milliseconds for `connection_init` to arrive. */
  init: 3_000,
  /** Milliseconds between two pings; a connection that did not answer the last one is gone. */
  ping: 15_000,
  perNetwork: 1_000,
  /** Milliseconds for a client to close its side. */
  close: 2_000,
} as const;
const SERVICE_RESTART = 1012;

interface OpenSocket extends Connection {
  readonly socket: WebSocket;
  answered: boolean;
}

/** Subscriptions over WebSockets on the path of the API. */
export function openSockets(options: SocketOptions): Sockets {
  const { server, log } = options;
  const accept = new WebSocketServer({ noServer: true, maxPayload: largestRequest, handleProtocols });
  const open = new Set<OpenSocket>();
  const perNetwork = new Map<string, number>();
  let closing = false;
  const protocol = createProtocol({
    schema: options.schema,
    documents: options.documents,
    initTimeout: options.initTimeout ?? socketLimits.init,
    connect: options.connect,
  });

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    if (request.url?.split('?', 1)[0] !== options.endpoint) {
      if (!options.shared) refuse(socket, 404);
      return;
    }
    socket.on('error', () => socket.destroy());
    const network = options.networkOf(request);
    // Browsers always send an Origin with an upgrade; a program that sends none has no cookies of a visitor (ASVS 5.0.0, 4.4.2).
    const { origin } = request.headers;
    if (origin !== undefined && origin !== options.publicOrigin) return refuse(socket, 403);
    if (closing || options.shed?.('forms') === true) return refuse(socket, 503);
    if ((perNetwork.get(network) ?? 0) >= socketLimits.perNetwork) return refuse(socket, 429);
    accept.handleUpgrade(request, socket, head, (accepted) => speak(accepted, request, network));
  }

  function speak(socket: WebSocket, request: IncomingMessage, network: string): void {
    const entry: OpenSocket = { socket, request, context: null, answered: true };
    open.add(entry);
    perNetwork.set(network, (perNetwork.get(network) ?? 0) + 1);
    const close = (code: number, reason: string): void => socket.close(code, closeReason(reason));
    const fail = (error: unknown): void => {
      log.error({ err: error }, 'A WebSocket connection failed.');
      close(CloseCode.InternalServerError, 'Internal server error');
    };
    // Too large or malformed frames: ws closes the connection with the right code by itself.
    socket.on('error', (error) => log.info({ err: error }, 'A WebSocket client broke the protocol.'));
    socket.on('pong', () => {
      entry.answered = true;
    });
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        close,
        send: (text) =>
          new Promise((resolve, reject) => {
            if (socket.readyState !== socket.OPEN) resolve();
            else socket.send(text, (error) => (error ? reject(error) : resolve()));
          }),
        onMessage: (receive) => {
          socket.on('message', (data) => {
            receive(String(data)).catch(fail);
          });
        },
      },
      entry,
    );
    socket.once('close', (code, reason) => {
      open.delete(entry);
      const left = (perNetwork.get(network) ?? 1) - 1;
      if (left === 0) perNetwork.delete(network);
      else perNetwork.set(network, left);
      closed(code, String(reason)).catch((error: unknown) =>
        log.error({ err: error }, 'A closed WebSocket connection could not be tidied up.'),
      );
    });
  }

  const pings = setInterval(() => {
    for (const entry of open) {
      if (!entry.answered) entry.socket.terminate();
      entry.answered = false;
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
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  );
}
