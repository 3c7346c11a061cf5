import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BoundedCounters } from '#server/platform/limits/bounded-counters.ts';
import { ConcurrencyLimiter } from '#server/platform/limits/concurrency-limiter.ts';
import { addCode, bench } from '#tests/helpers/backend.ts';
import { serveRegistration } from '#tests/helpers/registration-server.ts';

const { start } = bench('sqlite');

/** Patterns of the routes that the server has, as it registers them. */
let patterns: Set<string>;
const listen = (message: unknown): void => {
  // The checked edge: what Fastify publishes about itself on this channel.
  const { fastify } = message as { readonly fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }) => {
    if ([method].flat().includes('GET')) patterns.add(url);
  });
};
beforeEach(() => {
  patterns = new Set();
  subscribe('fastify.initialization', listen);
});
afterEach(() => {
  unsubscribe('fastify.initialization', listen);
  vi.restoreAllMocks();
});

const values: Readonly<Record<string, string>> = {
  locale: 'de',
  key: 'sdk-local',
  form: 'social',
  provider: 'google',
};
const makeAddress = (pattern: string): string =>
  pattern.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? 'x').replace('*', 'x');

/** Pages, which no router knows: of an unknown code, of a link, with a forced variation. */
const pages = ['/NOBODY-1', '/de/NOBODY-1', '/de?rc=NOBODY-1', '/de/lobby?token=x', '/de?arm=x:y', '/admin'];

test('nothing that a page of another site can have sent for an image, a frame, ahead of time or unread counts anywhere', async () => {
  const provider = { begin: async () => null, identify: async () => ({ state: 'identified' as const, claims: {} }) };
  const backend = await start({ staffProvider: provider });
  await addCode(backend, 'PLACES', 9);
  const server = await serveRegistration(backend);
  const counted = vi.spyOn(BoundedCounters.prototype, 'open');
  const taken = vi.spyOn(ConcurrencyLimiter.prototype, 'take');
  const ask = async (
    path: string,
    headers: Readonly<Record<string, string>>,
    method = 'GET',
  ): Promise<readonly [number, boolean]> => {
    counted.mockClear();
    taken.mockClear();
    const over = new AbortController();
    const { status } = await fetch(server.url + path.slice(1), {
      method,
      redirect: 'manual',
      headers,
      signal: over.signal,
    });
    over.abort();
    return [status, counted.mock.calls.length + taken.mock.calls.length > 0];
  };
  const addresses = [...[...patterns].map(makeAddress), ...pages];
  expect(addresses).toEqual(expect.arrayContaining(['/do/admin/return', '/sub/sdk-local', '/do/social/google']));
  const site = { 'sec-fetch-site': 'cross-site' };
  const kinds = {
    image: { ...site, 'sec-fetch-dest': 'image', 'sec-fetch-mode': 'no-cors' },
    frame: { ...site, 'sec-fetch-dest': 'iframe', 'sec-fetch-mode': 'navigate' },
    'ahead of time': { ...site, 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' },
    'of a neighbour': { 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'image' },
  };
  const wrong: string[] = [];
  for (const [kind, headers] of Object.entries(kinds))
    for (const address of addresses) {
      const [status, counts] = await ask(address, headers);
      if (counts || status >= 500) wrong.push(`${kind} ${address} ${status}`);
    }
  for (const address of ['/graphql', '/de/do/check-code', '/do/admin/sign-in', '/nowhere', '/do/consent', '/']) {
    const [status, counts] = await ask(address, kinds.frame, 'POST');
    if (counts || status !== 403) wrong.push(`sent from elsewhere ${address} ${status}`);
  }
  expect(wrong).toEqual([]);
  expect((await ask('/do/social/google?state=x', {}))[0]).toBe(303);
  // What counts where a visitor opens it.
  const opened = { 'sec-fetch-site': 'none', 'sec-fetch-dest': 'document' };
  for (const address of ['/NOBODY-1', '/de?rc=NOBODY-1', '/sub/sdk-local'])
    expect([address, ...(await ask(address, opened))]).toEqual([address, expect.any(Number), true]);
});
