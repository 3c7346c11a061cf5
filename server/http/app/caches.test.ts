import { once } from 'node:events';
import { Agent, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { addCode, bench } from '#tests/helpers/backend.ts';
import { registrationSite } from '#tests/helpers/registration-site.ts';
import { findPoison, randomHeaders, type RequestHeaders } from '#tests/helpers/shared-cache.ts';
import { serveSite, testSettings } from '#tests/helpers/site-server.ts';
import { seeded } from '#tests/prove/parts/seeded.ts';

const { start } = bench('sqlite');

const COMBINATIONS = 500;
const paths = [
  '/',
  '/de',
  '/fr/summer',
  '/en/product',
  '/de/PLACES',
  '/de?_nav=1',
  '/de?rc=PLACES',
  '/en/nothing/here',
  '/pl/registration/deny',
  '/robots.txt',
  '/sitemap.xml',
  '/assets/none.js',
  '/acquisition/defaults.json',
  '/acquisition/error/404',
  '/api/features/sdk-local',
  '/api/nothing',
  '/graphql',
  '/do/register',
  '/livez',
];

test(
  'Headers of a visitor neither change responses in shared caches nor appear in them',
  { timeout: 60_000 },
  async () => {
    const backend = await start();
    await addCode(backend, 'PLACES', 10);
    // As in production, where requests under any name are answered.
    const settings = testSettings();
    const server = await serveSite({ site: registrationSite(settings.publicOrigin), backend, settings });
    const random = seeded(7);
    const agent = new Agent({ keepAlive: true });
    const found: (readonly string[] | null)[] = [];
    for (let index = 0; index < COMBINATIONS; index += 1) {
      const url = new URL(paths[index % paths.length] ?? '/', server.url);
      found.push(await findPoison({ url, headers: randomHeaders(random), agent }));
    }
    agent.destroy();
    expect(found.flatMap((each) => each ?? [])).toEqual([]);
    expect(found.filter((each) => each !== null).length).toBeGreaterThan(COMBINATIONS / 3);
  },
);

test.each<[string, RequestHeaders]>([
  ['a header of the request in the answer', { 'x-correlation-id': 'canary-1' }],
  ['a link to the host that was asked', { host: 'canary.example' }],
  ['another page by a header that Vary does not name', { 'cf-ipcountry': 'SE' }],
])('a server with such a flaw is found out: %s', async (_, headers) => {
  const naive = createServer((request, response) => {
    const { host, 'x-correlation-id': id = '', 'cf-ipcountry': country = '' } = request.headers;
    response.writeHead(200, { 'Cache-Control': 'public, max-age=60', Vary: 'Accept-Encoding', 'X-Correlation-ID': id });
    response.end(`<link rel="canonical" href="https://${host}/">${country.toString()}`);
  });
  await once(naive.listen(0, '127.0.0.1'), 'listening');
  const agent = new Agent();
  const url = new URL(`http://127.0.0.1:${(naive.address() as AddressInfo).port}/`);
  expect(await findPoison({ url, headers, agent })).not.toEqual([]);
  expect(await findPoison({ url, headers: { accept: 'text/html' }, agent })).toEqual([]);
  agent.destroy();
  naive.close();
});
