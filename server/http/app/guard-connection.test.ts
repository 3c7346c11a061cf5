import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { admitRequest, httpLimits, limitConnections } from './guard-connection.ts';

/** Milliseconds: short, so that tests do not wait. */
const times = { headers: 400, request: 400, keepAlive: 60_000, unread: 400 };
/** More than the system keeps for a reader that does not read. */
const LARGE = Buffer.alloc(32 * 1024 * 1024);

let server: Server;
const clients: Socket[] = [];
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
  server.closeAllConnections();
  server.close();
});

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

async function start(answer: Answer, own: Partial<typeof times> = {}): Promise<ReturnType<typeof vi.fn<Answer>>> {
  const answered = vi.fn<Answer>(answer);
  server = createServer({ connectionsCheckingInterval: 50 }, (request, response) => {
    if (admitRequest(request, response)) answered(request, response);
  });
  limitConnections(server, { ...times, ...own });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return answered;
}

/** A client that reads only when it is asked to. */
function open(): Socket {
  const { port } = server.address() as AddressInfo;
  const client = connect(port, '127.0.0.1').on('error', () => undefined);
  clients.push(client);
  return client.pause();
}

/** Connections that the server still has. */
const connections = (): Promise<number> =>
  new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error ? reject(error) : resolve(count)));
  });
const seen = async (): Promise<void> => void (await expect.poll(connections).toBe(1));
const cut = async (): Promise<void> => void (await expect.poll(connections).toBe(0));

const get = (path = '/'): string => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

/** Everything that the server sends until it closes the connection. */
async function readAll(client: Socket): Promise<string> {
  let text = '';
  client.on('data', (chunk) => (text += String(chunk))).resume();
  if (!client.closed) await once(client, 'close');
  return text;
}

test('a client that says nothing, or sends headers a byte at a time, is cut off', async () => {
  const answered = await start((_, response) => response.end());
  open();
  await seen();
  await cut();
  const slow = open();
  const drops = setInterval(() => slow.write('a'), 20);
  slow.write('GET / HTTP/1.1\r\nX-Slow: ');
  await seen();
  await cut();
  clearInterval(drops);
  expect(answered).not.toHaveBeenCalled();
});

test('a client that does not read a response is cut off, and so is what waits behind it', async () => {
  const answered = await start((_, response) => response.end(LARGE));
  open().write(get() + get() + get());
  await expect.poll(() => answered.mock.calls.length).toBe(3);
  await cut();
});

test('a client that does not read a stream is cut off at its next event, and one that reads it is not', async () => {
  const streams: ServerResponse[] = [];
  const answer: Answer = (_, response) => {
    response.writeHead(200).write('first');
    streams.push(response);
  };
  // The reader is in this very process, which may be kept from reading for a while.
  await start(answer, { unread: 3_000 });
  const reader = open();
  const heard = vi.fn<(chunk: Buffer) => void>();
  reader.on('data', heard).resume();
  reader.write(get());
  const idler = open();
  idler.write(get());
  await expect.poll(() => streams.length).toBe(2);
  const closed = streams.map((stream) => once(stream, 'close').then(() => stream));
  for (const stream of streams) stream.write(LARGE);
  const first = await Promise.race(closed);
  expect(streams.map((stream) => stream.destroyed)).toEqual(streams.map((stream) => stream === first));
  streams.find((stream) => stream !== first)?.write('last');
  await expect.poll(() => heard.mock.calls.at(-1)?.[0].toString()).toMatch(/last\r\n$/);
});

test('an answer may take longer than that to be made', async () => {
  const answered = await start(() => undefined);
  const client = open();
  client.write(get());
  await expect.poll(() => answered.mock.calls.length).toBe(1);
  const [request, response] = answered.mock.calls[0] ?? [];
  await once(request?.socket ?? client, 'timeout');
  response?.setHeader('Connection', 'close').end('late, but there');
  expect(await readAll(client)).toContain('late, but there');
});

test('a connection with too many requests waiting gets the answers to the first ones, and closes', async () => {
  const held: ServerResponse[] = [];
  await start((_, response) => void held.push(response));
  const client = open();
  client.write(Array.from({ length: 2_000 }, (_, index) => get(`/${index}`)).join(''));
  await expect.poll(() => held.length).toBe(httpLimits.pipelined);
  for (const response of held) response.end(`answer to ${response.req.url}`);
  const text = await readAll(client);
  expect(text.match(/answer to \/\d+/g)).toEqual(held.map((_, index) => `answer to /${index}`));
  expect(text.match(/^Connection: close/gm)).toHaveLength(1);
  expect(held).toHaveLength(httpLimits.pipelined);
});

test('any number of requests may follow each other over one connection', async () => {
  const answered = await start((_, response) => response.end('x'));
  const client = open().resume();
  for (let turn = 0; turn < 3 * httpLimits.pipelined; turn += 1) {
    client.write(get());
    await once(client, 'data');
  }
  expect(answered).toHaveBeenCalledTimes(3 * httpLimits.pipelined);
});
