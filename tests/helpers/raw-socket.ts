import { once } from 'node:events';
import { type ClientOptions, WebSocket } from 'ws';

/** A WebSocket client that says exactly what it is given. */
export interface RawSocket {
  say(message: unknown): void;
  /** The next message, parsed. */
  hear(): Promise<Record<string, unknown>>;
  /** Code and reason of the close, by either side. */
  readonly closed: Promise<{ readonly code: number; readonly reason: string }>;
  close(code?: number): void;
}

/** @throws when the handshake is refused; the message names the status */
export async function openSocket(
  url: string,
  { protocol = 'graphql-transport-ws', ...options }: ClientOptions & { readonly protocol?: string } = {},
): Promise<RawSocket> {
  const socket = new WebSocket(url, protocol === '' ? [] : protocol, options);
  const heard: Record<string, unknown>[] = [];
  const waiting: ((message: Record<string, unknown>) => void)[] = [];
  socket.on('message', (data) => {
    const message: Record<string, unknown> = JSON.parse(String(data));
    const next = waiting.shift();
    if (next === undefined) heard.push(message);
    else next(message);
  });
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) }));
  });
  await once(socket, 'open');
  socket.on('error', () => {});
  return {
    say: (message) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    hear: async () => heard.shift() ?? new Promise((resolve) => waiting.push(resolve)),
    closed,
    close: (code = 1000) => socket.close(code),
  };
}
