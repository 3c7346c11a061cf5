import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { addCode, bench } from '#tests/helpers/backend.ts';
import { CORPUS_SIZE, hostileRequests } from '#tests/helpers/malformed-requests/corpus.ts';
import { judge, sendAll, sendHostile } from '#tests/helpers/malformed-requests/send-hostile.ts';
import { ORIGIN, serveRegistration } from '#tests/helpers/registration-server.ts';
import { seeded } from '#tests/prove/parts/seeded.ts';

const { start } = bench('sqlite');

/** Of the corpus; `npm run prove -- hostile-requests` sends all of it to the built server. */
const SAMPLE = 240;

test('hostile requests are answered without a failure, a hang or a way off the site', { timeout: 90_000 }, async () => {
  const backend = await start();
  await addCode(backend, 'PLACES', 10);
  const server = await serveRegistration(backend);
  const port = Number(new URL(server.url).port);
  const random = seeded(13);
  const corpus = hostileRequests('localhost', random);
  expect(corpus.length).toBeGreaterThanOrEqual(CORPUS_SIZE);
  const sample = corpus.toSorted(() => random() - 0.5).slice(0, SAMPLE);
  const answers = await sendAll(port, ORIGIN, sample);
  expect(answers.flatMap(({ wrong }) => wrong)).toEqual([]);
  expect(answers.filter((answer) => answer.statuses.length === 0).length).toBeLessThan(SAMPLE / 10);
  const statuses = new Set(answers.flatMap((answer) => answer.statuses));
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404, 405]));
  expect((await fetch(`${server.url}livez`)).status).toBe(200);
});

test('a server that fails, leads away or lets headers in is found out', async () => {
  const naive = createServer((request, response) => {
    const { pathname = '' } = URL.parse(request.url ?? '', 'http://localhost') ?? {};
    if (pathname === '/fails') return response.writeHead(500).end();
    return response.writeHead(302, { Location: request.url }).end();
  });
  await once(naive.listen(0, '127.0.0.1'), 'listening');
  const { port } = naive.address() as AddressInfo;
  const send = (path: string) =>
    sendHostile(port, ORIGIN, {
      name: path,
      bytes: Buffer.from(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`),
    });
  expect((await send('/fails')).wrong).toEqual(['"/fails" is answered with 500.']);
  expect((await send('//evil.example')).wrong).toEqual(['"//evil.example" leads to //evil.example.']);
  expect((await send('/\\evil.example')).wrong).toEqual(['"/\\evil.example" leads to /\\evil.example.']);
  expect((await send('/fine')).wrong).toEqual([]);
  expect(judge('x', ORIGIN, 'HTTP/1.1 200 OK\r\nX-Injected: yes\r\n\r\n', true).wrong).toEqual([
    '"x" hangs.',
    '"x" writes a header.',
  ]);
  naive.closeAllConnections();
  naive.close();
});
