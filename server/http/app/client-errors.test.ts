import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handleClientError } from './client-errors.ts';

const server = createServer((_request, response) => response.end());
let port = 0;

beforeAll(async () => {
  server.on('clientError', handleClientError).listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => void server.close());

/** The response to a request line, in Latin-1. */
async function ask(line: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1').write(`${line}\r\nHost: a.example\r\n\r\n`, 'latin1');
  return text(socket);
}

test.each([
  ['GET /de?utm_campaign=Fr\xfchling HTTP/1.1', '/de?utm_campaign=Fr%FChling'],
  ['GET /de?utm_campaign=Fr\xc3\xbchling HTTP/1.0', '/de?utm_campaign=Fr%C3%BChling'],
  ['HEAD /ANNA-50 ?q=50% off HTTP/1.1', '/ANNA-50%20?q=50%%20off'],
])('A link with unencoded characters leads to the encoded one: %j', async (line, target) => {
  const answer = await ask(line);
  expect(answer).toMatch(/^HTTP\/1\.1 302 Found\r\n/);
  expect(answer).toContain(`\r\nLocation: ${target}\r\n`);
});

test.each([
  'GET //evil.example/\xfc HTTP/1.1',
  'GET /\\evil.example/\xfc HTTP/1.1',
  'GET http://evil.example/\xfc HTTP/1.1',
  'POST /\xfc HTTP/1.1',
  'GET /\xfc\x01 HTTP/1.1',
  'GET /\xfc HTTP/9.9',
  'nonsense',
])('Anything else that cannot be parsed is refused and leads nowhere: %j', async (line) => {
  const answer = await ask(line);
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).not.toContain('Location');
});

test('Headers that are too long are refused as such', async () => {
  expect(await ask(`GET / HTTP/1.1\r\nCookie: ${'a'.repeat(20_000)}`)).toMatch(/^HTTP\/1\.1 431 /);
});
