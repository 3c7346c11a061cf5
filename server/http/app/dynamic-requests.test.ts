import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';
import { describe, expect, test } from 'vitest';
import { bench } from '#tests/helpers/backend.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { serveSite, type TestServer, testSettings } from '#tests/helpers/site-server.ts';

const { start } = bench('sqlite');

/** Answered to everybody, whatever their network has done: files that are there, and what balancers ask. */
const STATIC = /^\/(?:assets\/|livez$|readyz$)/;

interface Served {
  readonly server: TestServer;
  /** Pairs of a method and a path, of every route that the server has. */
  readonly routes: readonly (readonly [method: string, path: string])[];
}

async function serve(): Promise<Served> {
  const routes: [string, string][] = [];
  const onInitialization = (message: unknown): void => {
    // The checked edge: what Fastify publishes under this name.
    const { fastify } = message as { readonly fastify: FastifyInstance };
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat())
        routes.push([each, url.replace(':locale', 'de').replaceAll(/:\w+/g, 'x').replace('*', 'x.js')]);
    });
  };
  subscribe('fastify.initialization', onInitialization);
  const server = await serveSite({
    site: await projectSite(),
    backend: await start(),
    settings: testSettings({
      RATE_LIMIT_DYNAMIC_REQUESTS: '4 per 1 h',
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_PORT: 'public',
    }),
  }).finally(() => unsubscribe('fastify.initialization', onInitialization));
  return { server, routes };
}

describe('a network that has asked for all the work it may', () => {
  test('is refused by every route but files and health before anything is read, by expensive or missing pages, and other clients are not', async () => {
    const { server, routes } = await serve();
    const ask = async (network: string, method: string, path: string, headers: Record<string, string> = {}) => {
      const answer = await fetch(new URL(path, server.url), {
        method,
        redirect: 'manual',
        headers: { ...headers, 'x-forwarded-for': network },
      });
      await answer.body?.cancel();
      return answer;
    };
    expect((await ask('192.0.2.1', 'GET', '/')).status).toBe(200);
    expect((await ask('192.0.2.9', 'GET', '/robots.txt')).status).toBe(200);
    const limited = routes.filter(([, path]) => !STATIC.test(path));
    expect(limited.length).toBeGreaterThan(60);
    const open: string[] = [];
    for (const [method, path] of limited) {
      const answer = await ask('192.0.2.9', method, path);
      if (answer.status !== 429 || answer.headers.get('retry-after') !== '1')
        open.push(`${method} ${path}: ${answer.status}`);
    }
    expect(open).toEqual([]);
    for (const [path, headers] of [
      ['/NOBODY-1', {}],
      ['/de?a=b', {}],
      ['/admin/codes', { cookie: 'admin=x' }],
      ['/assets/nothing.js', {}],
      ['/nothing/there', {}],
      ['/dev/nothing', {}],
      ['/api/nothing', {}],
      ['/%E0%A4%A', {}],
    ] as const)
      expect([path, (await ask('192.0.2.9', 'GET', path, headers)).status]).toEqual([path, 429]);
    for (const method of ['POST', 'PUT']) expect((await ask('192.0.2.9', method, '/')).status).toBe(429);
    for (const path of ['/', '/livez', '/readyz'])
      expect([path, (await ask('192.0.2.9', 'GET', path)).status]).toEqual([path, 200]);
    expect((await ask('192.0.2.10', 'GET', '/NOBODY-1')).status).not.toBe(429);
    const { errors } = (await (
      await fetch(new URL('/graphql?query={x}', server.url), { headers: { 'x-forwarded-for': '192.0.2.9' } })
    ).json()) as { readonly errors: readonly { readonly extensions: object }[] };
    expect(errors[0]?.extensions).toEqual({ code: 'TOO_MANY_REQUESTS' });
    const metrics = await fetch(new URL('/metrics', server.url), { headers: { 'x-forwarded-for': '192.0.2.11' } });
    expect(await metrics.text()).toMatch(
      /vitrine_dynamic_requests_refused_total\{what="pages"\} 10\nvitrine_dynamic_requests_refused_total\{what="requests"\} [1-9]/,
    );
  });
});
