import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import { decideMatched } from '#engine/decide/decide.ts';
import { matchUrl } from '#engine/decide/match.ts';
import { needDefinitions } from '#engine/decide/needs.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import { createLookUp } from '#server/site/pages/look-up.ts';
import { PageCounts } from '#server/site/pages/page-counts.ts';
import { createPageFront } from '#server/site/pages/page-front.ts';
import { PageStore } from '#server/site/pages/page-store.ts';
import { resolveSmall } from '#tests/helpers/small-project.ts';
import { noClient, stubAssetsOf } from '#tests/helpers/stub-assets.ts';

const result = resolveSmall();
if (!result.ok) throw new Error('The small project has mistakes.');
const { site } = result;

const compiler = createCompiler({ assets: stubAssetsOf(site), client: noClient, buildId: 'test' });
const front = createPageFront({
  settings: {
    publicOrigin: 'https://example.test',
    basePath: '/',
    countryHeader: '',
    hsts: 'subdomains',
    edgeCache: '' as const,
    listed: true,
    trustedProxies: [],
  },
  site: () => site,
  pages: new PageStore({ maxBytes: 1e7, compile: (input) => compiler.compile(input) }),
  match: matchUrl,
  decide: decideMatched,
  lookUp: createLookUp({}, needDefinitions(site.journeys), () => undefined),
  isReserved,
  counts: new PageCounts(),
  log: pino({ level: 'silent' }),
  compressed: true,
  closing: () => false,
});
const server = createServer((request, response) => {
  if (!front.send(request, response)) response.writeHead(299).end();
});

beforeAll(() => new Promise<void>((done) => server.listen(0, '127.0.0.1', done)));
afterAll(() => new Promise((done) => server.close(done)));

async function get(path: string): Promise<{ readonly status: number; readonly html: string }> {
  const { port } = server.address() as AddressInfo;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual' });
  return { status: response.status, html: await response.text() };
}

test.each([
  ['/en', 200, 'en'],
  ['/de', 200, 'de'],
  ['/de/summer', 200, 'de'],
  ['/fr/about-us', 403, 'fr'],
  ['/it/nothing', 404, 'it'],
])('%s of a small site is decided about, rendered and sent with status %i', async (path, status, locale) => {
  const answer = await get(path);
  expect(answer.status).toBe(status);
  expect(answer.html).toMatch(new RegExp(`^<!doctype html><html lang="${locale}".*<h1`, 's'));
});
