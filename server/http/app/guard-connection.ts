import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Timeouts in milliseconds against slow clients. */
export const httpLimits = {
  headers: 7_000,
  /** Interval of the check for late requests; a request is cut off after its timeout plus this interval. */
  look: 1_000,
  request: 30_000,
  keepAlive: 72_000,
  /** Time without any progress while the client does not read the response. */
  unread: 7_000,
  /** Pipelined requests per connection; browsers and proxies wait for each response. */
  pipelined: 16,
  /** Bytes of an unread body that are discarded to keep the connection. */
  passed: 64 * 1024,
} as const;

/** Milliseconds, see `httpLimits`. */
type ConnectionTimes = Readonly<Record<'headers' | 'request' | 'keepAlive' | 'unread', number>>;

/** Server options that the timeouts require. */
export const connectionOptions = { connectionsCheckingInterval: httpLimits.look } as const;

/** Sets the timeouts of a server and its connections. */
export function limitConnections(server: Server, times: ConnectionTimes = httpLimits): void {
  server.headersTimeout = times.headers;
  server.requestTimeout = times.request;
  server.keepAliveTimeout = times.keepAlive;
  // Node.js closes connections that are idle this long, except while a response is being created; see `cutUnread`.
  server.timeout = times.unread;
}

const waiting = new WeakMap<Socket, number>();
const ending = new WeakSet<Socket>();

/**
 * Whether to handle a request. With too many pipelined requests, the connection closes after the last accepted response (RFC 9112, 9.6), and
 * the client may retry on another connection.
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
  // Stop reading from a connection that is closing.
  socket.pause();
  return true;
}

/** Whether a body is large or of unknown length. Node.js would read an unread body to its end to reuse the connection; closing the connection avoids that. */
function announcesMuch(headers: IncomingHttpHeaders): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > httpLimits.passed;
}

function answered(this: ServerResponse): void {
  const { socket } = this.req;
  waiting.set(socket, (waiting.get(socket) ?? 1) - 1);
}

/** Idle timeout of a connection: closes it only when response bytes are waiting to be read. */
function cutUnread(this: ServerResponse): void {
  const { socket } = this.req;
  if (socket.writableLength > 0) socket.destroy();
}
