import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MicroCache, isMicroCacheSupported } from './micro-cache.ts';

const body = Buffer.alloc(40_000, 'a page ');
const head = ['Content-Type', 'text/html', 'Content-Length', String(body.length)];
const HEAD_OF_ALL = `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: ${body.length}\r\nDate: `;
/** One second for all requests of a test. */
let now = 0;
let sent: boolean[] = [];
/** Code of the error about the last head that was refused. */
let refused: string | undefined;
const answers = new MicroCache();

const server = createServer((request, response) => {
  if (request.url === '/plain') return void response.end('plain');
  const [, value] = /own=(.*)/.exec(request.url ?? '') ?? [];
  const own = value === undefined ? [] : ['Set-Cookie', `own=${decodeURIComponent(value)}; Path=/`];
  try {
    sent.push(answers.send(request, response, head, body, now, own));
  } catch (error) {
    refused = (error as NodeJS.ErrnoException).code;
    return void response.end();
  }
  if (sent.at(-1) === true) return;
  response.writeHead(200, [...head, ...own]);
  answers.note(request, response, head, own);
  response.end(body);
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => void server.close());

function open(): Socket {
  now += 1000;
  sent = [];
  return connect((server.address() as AddressInfo).port, '127.0.0.1');
}

const ask = (line: string, more = ''): string => `${line}\r\nHost: localhost\r\n${more}\r\n`;
const listLines = (part: string): readonly string[] => part.split('\r\n').toSorted();
const last = ask('GET /plain HTTP/1.1', 'Connection: close\r\n');

/** What comes back for requests that are sent at once, the last of which ends the connection. */
async function exchange(requests: string): Promise<string> {
  const socket = open();
  socket.write(requests);
  return text(socket);
}

test('This version of Node sends cached responses as it sends others', async () => {
  expect(await isMicroCacheSupported()).toBe(true);
});

test('Pipelined requests are answered in order, the cached ones byte by byte as the first', async () => {
  const got = await exchange(
    ask('GET / HTTP/1.1').repeat(2) +
      ask('GET /plain HTTP/1.1') +
      ask('GET / HTTP/1.1') +
      ask('GET / HTTP/1.1', 'Content-Length: 4\r\n') +
      'body' +
      last,
  );
  expect(sent).toEqual([false, true, true, true]);
  const first = got.slice(0, got.indexOf(`${body}`) + body.length);
  expect(first.startsWith(HEAD_OF_ALL)).toBe(true);
  expect(first).toContain('\r\nConnection: keep-alive\r\nKeep-Alive: timeout=');
  const plain = (connection: string): string => `Connection: ${connection}`;
  const [ones, others = ''] = got.split('plain', 1).concat(got.slice(got.indexOf('plain') + 5));
  expect(ones?.startsWith(first + first)).toBe(true);
  expect(others.startsWith(first + first)).toBe(true);
  expect(others).toContain(plain('close'));
});

test('HEAD, HTTP/1.0 and the last request of a connection get a head of their own', async () => {
  const got = await exchange(
    ask('GET / HTTP/1.1') + ask('HEAD / HTTP/1.1') + ask('GET / HTTP/1.1', 'Connection: close\r\n'),
  );
  expect(sent).toEqual([false, false, false]);
  expect(got.split(`${body}`)).toHaveLength(3);
  await exchange(ask('GET / HTTP/1.1') + ask('GET / HTTP/1.0'));
  expect(sent).toEqual([false, false]);
});

test('cookies of one answer stand in its own head alone', async () => {
  const got = await exchange(
    ask('GET /own=1 HTTP/1.1') + ask('GET / HTTP/1.1').repeat(2) + ask('GET /own=2 HTTP/1.1') + last,
  );
  expect(sent).toEqual([false, true, true, true]);
  const [first = '', second = '', third = '', fourth = ''] = got.split(`${body}`);
  expect(first).toContain('\r\nSet-Cookie: own=1; Path=/\r\n');
  expect(second).toBe(first.replace('Set-Cookie: own=1; Path=/\r\n', ''));
  expect(third).toBe(second);
  expect(listLines(fourth)).toEqual(listLines(first.replace('own=1', 'own=2')));
});

test('a cookie that would end its line is refused', async () => {
  const got = await exchange(ask('GET / HTTP/1.1') + ask('GET /own=%0D%0AX-Own:%201 HTTP/1.1') + last);
  expect(refused).toBe('ERR_INVALID_CHAR');
  expect(got).not.toContain('X-Own');
});

test('after a second the date is written anew, and a slow reader still gets what he was sent', async () => {
  const socket = open();
  socket.pause();
  socket.write(ask('GET / HTTP/1.1').repeat(100));
  await expect.poll(() => sent.length).toBe(100);
  now += 1000;
  socket.write(ask('GET / HTTP/1.1') + last);
  const got = await text(socket.resume());
  expect(sent).toEqual([false, ...Array.from({ length: 99 }, () => true), false]);
  expect(got.split(`${body}`)).toHaveLength(102);
  expect(got.split(HEAD_OF_ALL)).toHaveLength(102);
});

test('A client that disconnects in the middle does not affect others', async () => {
  const socket = open();
  socket.write(ask('GET / HTTP/1.1').repeat(20));
  await once(socket, 'data');
  socket.destroy();
  const got = await exchange(ask('GET / HTTP/1.1').repeat(2) + last);
  expect(got.split(`${body}`)).toHaveLength(3);
});
