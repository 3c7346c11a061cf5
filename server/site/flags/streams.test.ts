import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { FlagStore } from './flag-store.ts';
import { addFlagRoutes } from './routes.ts';

let app: FastifyInstance;
afterEach(async () => {
  app.server.closeAllConnections();
  await app.close();
});

/** @param filling Characters that make a payload large. */
const payload = (name: string, filling = 0) => ({ features: { [name]: { defaultValue: 'x'.repeat(filling) } } });

/** Streams of flags, where a header names the network that a request comes from. */
async function start(): Promise<FlagStore> {
  const store = new FlagStore();
  store.accept(payload('first'));
  app = fastify();
  addFlagRoutes(app, {
    store,
    clientKey: 'sdk',
    remoteEval: false,
    draining: () => false,
    readNetwork: ({ headers }) => headers['x-network']?.toString() ?? '',
    readVisitor: () => ({ cookies: {}, consent: null }),
    limits: { perNetwork: 2, total: 5 },
    usage: null,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return store;
}

async function open(network: string): Promise<IncomingMessage> {
  const { port } = app.server.address() as AddressInfo;
  const request = get({ port, host: '127.0.0.1', path: '/sub/sdk', headers: { 'x-network': network }, agent: false });
  const response = await new Promise<IncomingMessage>((resolve) => request.once('response', resolve));
  return response.on('error', () => undefined);
}

test('no network takes the streams of the others, and all together take no more than there are', async () => {
  await start();
  const first = await open('a');
  const answers = [first];
  for (const network of ['a', 'a', 'b', 'b', 'c', 'd', 'e', 'f']) answers.push(await open(network));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429, 200, 200, 200, 200, 200, 503]);
  // Networks with two gave one to networks with none.
  await Promise.all([answers[1], answers[4]].map((ended) => ended?.resume() && once(ended, 'close')));
  expect(answers.at(-1)?.headers['retry-after']).toBe('60');
  first.destroy();
  await expect.poll(async () => (await open('a')).statusCode).toBe(200);
});

test('a client that does not read gets no second event: nothing piles up', async () => {
  const store = await start();
  const [idler, reader] = [await open('a'), await open('b')];
  let heard = '';
  reader.on('data', (chunk) => (heard += String(chunk)));
  idler.pause();
  // Larger than what the system keeps for a reader that does not read.
  store.accept(payload('second', 20_000_000));
  await expect.poll(() => heard.length).toBeGreaterThan(20_000_000);
  store.accept(payload('third'));
  await expect.poll(() => heard).toMatch(/third.*\n\n$/);
  const closed = new Promise((resolve) => idler.once('close', resolve));
  idler.resume();
  await closed;
  expect(idler.complete).toBe(false);
});
