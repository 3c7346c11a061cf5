import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Milliseconds: slow senders, and visitors who do not read what they asked for, may not keep a connection. */
export const httpLimits = {
  headers: 7_000,
  /** Between two looks for requests that are late; what is late is cut within the sum of both. */
  look: 1_000,
  request: 30_000,
  keepAlive: 72_000,
  /** Without a single byte read of an answer that waits. */
  unread: 7_000,
  /** Requests of one connection that wait for their answers: browsers and proxies send the next one when they have the last answer. */
  pipelined: 16,
  /** Bytes of a body that are let pass when nobody wants them. */
  passed: 64 * 1024,
} as const;

/** Milliseconds, see `httpLimits`. */
type ConnectionTimes = Readonly<Record<'headers' | 'request' | 'keepAlive' | 'unread', number>>;

/** What a server must be made with for its time-outs to be kept. */
export const connectionOptions = { connectionsCheckingInterval: httpLimits.look } as const;

/** Sets the time-outs of a server, and of its connections. */
export function limitConnections(server: Server, times: ConnectionTimes = httpLimits): void {
  server.headersTimeout = times.headers;
  server.requestTimeout = times.request;
  server.keepAliveTimeout = times.keepAlive;
  // Node cuts a connection that stands still so long, unless an answer is being made; see `cutUnread`.
  server.timeout = times.unread;
}

const waiting = new WeakMap<Socket, number>();
const ending = new WeakSet<Socket>();

/**
 * Whether a request is answered. One that is sent while too many of its connection wait for their answers is not: the connection
 * closes with the last answer before it (RFC 9112, 9.6), and anyone who sent it may do so again over another one.
 */
export function admitRequest({ socket, headers }: IncomingMessage, response: ServerResponse): boolean {
  if (ending.has(socket)) return false;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  if (announcesMuch(headers)) response.shouldKeepAlive = false;
  response.on('close', answered);
  response.on('timeout', cutUnread);
  if (count < httpLimits.pipelined) return true;
  ending.add(socket);
  response.shouldKeepAlive = false;
  // Nothing more is read of a connection that is about to close.
  socket.pause();
  return true;
}

/**
 * A body that is large, or does not say how long it is. Node reads what a route has left of a body to its end for the sake of the connection; that of
 * this one closes with the answer instead.
 */
function announcesMuch(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > httpLimits.passed;
}

function answered(this: ServerResponse): void {
  const { socket } = this.req;
  waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
}

/** The connection stands still. That is its visitor's doing only where bytes wait for them; an answer may take its time. */
function cutUnread(this: ServerResponse): void {
  const { socket } = this.req;
  if (socket.writableLength > 0) socket.destroy();
}
