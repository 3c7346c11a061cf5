import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pino from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createGracefulShutdown, type GracefulShutdown, type StopOptions } from './shutdown.ts';

const log = pino({ level: 'silent' });
const LARGE = Buffer.alloc(8 * 1024 * 1024, 'x');
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.closeAllConnections();
});

interface Running {
  readonly port: number;
  readonly stopper: GracefulShutdown;
  /** In the order they happened. */
  readonly happened: readonly string[];
  isListening(): boolean;
}

/** A server that says `Connection: close` once it stops, as the product's does; `/slow` takes a moment, `/large` is more than sockets hold. */
async function serve(times: Partial<StopOptions> = {}): Promise<Running> {
  const happened: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (request.url === '/slow') await sleep(200);
    happened.push(`${request.method} ${request.url}`);
    if (stopper.draining) response.setHeader('Connection', 'close');
    response.end(request.url === '/large' ? LARGE : 'here');
  };
  const server = createServer((request, response) => void answer(request, response));
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stopper = createGracefulShutdown({
    server,
    readinessDelay: 0,
    linger: 300,
    timeoutMs: 5_000,
    closing: 1_000,
    close: async () => void happened.push('closed'),
    log,
    ...times,
  });
  return { port: (server.address() as AddressInfo).port, stopper, happened, isListening: () => server.listening };
}

/** A client that keeps its connection, and knows how it ended. */
class Client {
  readonly socket: Socket;
  /** How the connection ended: with the code of an error, or in order. */
  readonly ended: Promise<string>;
  text = '';
  isOver = false;
  /** Characters of all answers. */
  received = 0;

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1');
    this.socket.setEncoding('utf8').on('data', (text: string) => this.#take(text));
    this.ended = new Promise((resolve) => {
      this.socket.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? 'error'));
      this.socket.on('close', () => resolve('in order'));
    });
  }

  #take(text: string): void {
    this.received += text.length;
    // Heads, and bodies of a few words.
    if (this.text.length < 10_000) this.text += text;
  }

  send(path: string, method = 'GET'): void {
    const body = method === 'POST' ? 'Content-Length: 3\r\n\r\na=b' : '\r\n';
    this.socket.write(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${body}`);
  }

  /** Resolves to the head of the next answer, once its body is here. */
  async answer(): Promise<string> {
    for (;;) {
      const head = /^[^]*?\r\n\r\n/.exec(this.text)?.[0];
      const length = Number(/content-length: (\d+)/i.exec(head ?? '')?.[1] ?? 0);
      if (head !== undefined && this.text.length >= head.length + length) {
        this.text = this.text.slice(head.length + length);
        return head;
      }
      this.isOver ||= this.socket.closed;
      const how = await Promise.race([
        this.ended,
        new Promise<null>((resolve) => this.socket.once('data', () => resolve(null))),
      ]);
      if (how !== null && (this.text === '' || this.isOver))
        throw new Error(`The connection ended ${how} instead of an answer.`);
    }
  }
}

test('a request on the way over a connection that was idle is answered, and says that it was the last', async () => {
  const { port, stopper, isListening } = await serve();
  const client = new Client(port);
  client.send('/');
  expect(await client.answer()).toContain('keep-alive');
  const stopped = stopper.stop('test');
  await expect.poll(isListening).toBe(false);
  client.send('/');
  expect(await client.answer()).toContain('Connection: close');
  expect(await client.ended).toBe('in order');
  await stopped;
});

test('visitors who never cease to ask lose no answer and no connection', async () => {
  const { port, stopper, happened } = await serve();
  let sent = 0;
  const visit = async (): Promise<string> => {
    const client = new Client(port);
    for (let head = ''; !head.includes('Connection: close');) {
      sent += 1;
      client.send('/', sent % 5 === 0 ? 'POST' : 'GET');
      head = await client.answer();
      await sleep(Math.random() * 5);
    }
    return client.ended;
  };
  const visits = Array.from({ length: 30 }, visit);
  await sleep(100);
  await stopper.stop('test');
  expect(new Set(await Promise.all(visits))).toEqual(new Set(['in order']));
  expect(happened.filter((what) => what !== 'closed')).toHaveLength(sent);
  expect(happened.at(-1)).toBe('closed');
});

test('a form that is being answered, and a slow reader, get all of their answers before anything is closed', async () => {
  const { port, stopper, happened } = await serve();
  const form = new Client(port);
  form.send('/slow', 'POST');
  const reader = new Client(port);
  reader.socket.pause();
  reader.send('/large');
  await expect.poll(() => happened).toContain('GET /large');
  const stopped = stopper.stop('test');
  await sleep(400);
  reader.socket.resume();
  expect(await form.answer()).toContain('200 OK');
  expect([await form.ended, await reader.ended]).toEqual(['in order', 'in order']);
  expect(reader.received).toBeGreaterThan(LARGE.length);
  await stopped;
  expect(happened.at(-1)).toBe('closed');
});

test('a connection on which nothing comes is ended, and does not hold up the stop', async () => {
  const { port, stopper } = await serve({ linger: 0 });
  const client = new Client(port);
  client.send('/');
  await client.answer();
  await stopper.stop('test');
  expect(await client.ended).toBe('in order');
});

test('what does not close in time does not hold up the end', async () => {
  const { stopper } = await serve({ linger: 0, closing: 50, close: () => new Promise(() => undefined) });
  await expect(stopper.stop('test')).resolves.toBeUndefined();
});
