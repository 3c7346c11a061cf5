import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ResolveResult } from '#engine/documents/types.ts';
import { formatProblems, readSettings } from '#server/platform/settings/read-settings.ts';
import { SiteStore } from '#server/site/store/site-store.ts';
import { startServer, type RunningServer } from './start-server.ts';
import { stopTimes } from './shutdown.ts';
import { productionEnvironment } from '#tests/helpers/production-environment.ts';
import { freePort } from '#tests/helpers/server.ts';
import { sampleFinding, sampleSite, sampleTemplate } from '#tests/helpers/small-site.ts';

let folder: string;
let running: RunningServer;
let siteStore: SiteStore;
let results: ResolveResult[];
/** Pages wait for it before they are compiled. */
let hold: Promise<void>;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-server-'));
  await mkdir(join(folder, 'public/assets'), { recursive: true });
  await writeFile(join(folder, 'public/assets/a.0123.js'), 'let a = 1;');
  await writeFile(join(folder, 'public/assets/a.0123.js.br'), 'compressed');
  results = [{ ok: true, site: sampleSite(), warnings: [] }];
  hold = Promise.resolve();
  const compile = async (input: Parameters<typeof sampleTemplate>[0]) => {
    await hold;
    return sampleTemplate(input);
  };
  siteStore = new SiteStore({
    read: () => Promise.resolve({ layers: [], images: [], deployment: sampleSite().deployment, journeys: [] }),
    resolve: () => results.shift() ?? { ok: false, findings: [sampleFinding] },
    prepare: () => Promise.resolve({ buildId: 'b', identifyAssets: () => 'a', compile }),
    now: Date.now,
  });
  await siteStore.reload();
  running = await start();
});

/** A server in production mode that is listed, and stops at once. */
function start({ listed = true, ...env }: Restart = {}): Promise<RunningServer> {
  const origin = { ...productionEnvironment, PORT: '0', PUBLIC_ORIGIN: 'https://www.example.com' };
  const parsed = readSettings({ ...origin, LOG_LEVEL: 'silent', METRICS_PORT: 'public', ...env });
  if (!parsed.ok) throw new Error(formatProblems(parsed.problems));
  return startServer({
    settings: { ...parsed.settings, listed },
    siteStore,
    backend: null,
    log: pino({ level: 'silent' }),
    publicDirs: [join(folder, 'public')],
    pageCache: join(folder, 'cache'),
    stopTimes: stopTimes.demo,
  });
}

interface Restart {
  readonly listed?: boolean;
  readonly HSTS?: string;
  readonly PORT?: string;
  readonly METRICS_PORT?: string;
}

/** Starts the server anew with other settings. */
async function restart(changed: Restart): Promise<void> {
  await running.stopper.stop('test');
  running = await start(changed);
}

afterEach(async () => {
  await running.stopper.stop('test');
  await rm(folder, { recursive: true, force: true });
});

function get(path: string, init?: RequestInit): Promise<Response> {
  return fetch(new URL(path, running.url), { redirect: 'manual', ...init });
}

test('a page, its language and its 404 come from the documents', async () => {
  expect(await (await get('/de')).text()).toContain('<html lang="de">');
  const missing = await get('/en/nothing/here');
  expect(missing.status).toBe(404);
  expect(await missing.text()).toContain('<h1>pages/not-found</h1>');
});

test('whatever the router does not know is answered with the page for it, data paths with JSON', async () => {
  const page = await get('/do/nothing');
  expect(page.status).toBe(404);
  expect(await page.text()).toContain('<h1>pages/not-found</h1>');
  const data = await get('/api/nothing');
  expect(await data.json()).toEqual({ error: 'There is nothing at this address.' });
  expect((await get('/acquisition/error/404')).status).toBe(404);
});

test('what is not found outside the pages is said in the language of the address, else of the visitor', async () => {
  const language = async (path: string, headers: Record<string, string> = {}): Promise<string | undefined> =>
    / lang="(..)"/.exec(await (await get(path, { headers })).text())?.[1];
  expect(await language('/de/do/nothing', { 'accept-language': 'en' })).toBe('de');
  expect(await language('/acquisition/error/404', { 'accept-language': 'de' })).toBe('de');
  expect(await language('/acquisition/error/404', { 'accept-language': 'en', cookie: 'lang=de' })).toBe('de');
  expect(await language('/acquisition/error/404')).toBe('en');
});

test('every answer carries the security headers', async () => {
  for (const path of [
    '/en',
    '/en/nothing',
    '/livez',
    '/assets/a.0123.js',
    '/assets/none.js',
    '/api/nothing',
    '/sitemap.xml',
  ]) {
    const { headers } = await get(path);
    expect(Object.fromEntries(headers), path).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  }
});

test('Assets are immutable for caches and sent as they were compressed', async () => {
  const { headers } = await get('/assets/a.0123.js', { headers: { 'accept-encoding': 'br' } });
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
  expect(headers.get('content-encoding')).toBe('br');
});

test('no path leads out of the folder of assets', async () => {
  for (const path of ['/assets/../secret', '/assets/%2e%2e/secret', '/assets/..%2fsecret', '/assets/%00']) {
    expect((await get(path)).status, path).toBeGreaterThanOrEqual(400);
  }
});

test('the sitemap lists indexable pages with their languages, robots.txt names it', async () => {
  const map = await (await get('/sitemap.xml')).text();
  expect(map).toContain('<loc>https://www.example.com/de</loc>');
  expect(map).toContain('<xhtml:link rel="alternate" hreflang="x-default"');
  expect(map).not.toContain('error');
  expect(await (await get('/robots.txt')).text()).toContain('Sitemap: https://www.example.com/sitemap.xml');
});

test('A deployment that is not to be indexed sends no indexable response and no sitemap', async () => {
  await restart({ listed: false });
  for (const path of ['/en', '/de', '/en/nothing', '/robots.txt', '/assets/a.0123.js', '/api/nothing'])
    expect((await get(path)).headers.get('x-robots-tag'), path).toBe('noindex');
  expect((await get('/sitemap.xml')).status).toBe(404);
  const robots = await (await get('/robots.txt')).text();
  expect(robots).not.toContain('Sitemap');
  // Anyone who may not read a page never learns that it is not to be listed.
  expect(robots).not.toMatch(/^Disallow: \/$/m);
});

test('a deployment that may be listed says of its pages alone whether they are listed', async () => {
  for (const path of ['/en', '/robots.txt', '/assets/a.0123.js'])
    expect((await get(path)).headers.get('x-robots-tag'), path).toBeNull();
});

test.each([
  ['host', 'max-age=63072000'],
  ['subdomains', 'max-age=63072000; includeSubDomains'],
  ['preload', 'max-age=63072000; includeSubDomains; preload'],
  ['off', null],
  ['forget', 'max-age=0'],
])('with HSTS=%s browsers get %j', async (value, sent) => {
  await restart({ HSTS: value });
  for (const path of ['/en', '/livez', '/en/nothing'])
    expect((await get(path)).headers.get('strict-transport-security'), path).toBe(sent);
});

test('metrics are answered on a port of their own, which answers nothing else, or nowhere', async () => {
  const port = await freePort();
  await restart({ METRICS_PORT: String(port) });
  expect((await get('/metrics')).status).toBe(404);
  const own = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  expect(await (await own('/metrics')).text()).toContain('vitrine_pages_total');
  expect((await own('/livez')).status).toBe(404);
  expect((await own('/metrics', { method: 'POST' })).status).toBe(404);
  await restart({ METRICS_PORT: '' });
  expect((await get('/metrics')).status).toBe(404);
  await expect(own('/metrics')).rejects.toThrow('fetch failed');
});

test('a port for metrics that is taken ends the start in one sentence, and leaves nothing open', async () => {
  const { port } = running.app.server.address() as { port: number };
  await expect(start({ METRICS_PORT: String(port) })).rejects.toThrow(
    `Metrics cannot be answered at METRICS_HOST 127.0.0.1, METRICS_PORT ${port}: listen EADDRINUSE`,
  );
});

test('a port that is taken ends the start in one sentence that says what to do', async () => {
  const { port } = running.app.server.address() as { port: number };
  await expect(start({ PORT: String(port) })).rejects.toThrow(
    `PORT ${port}: another program listens there already. Stop that one, or choose another port, such as PORT=3001.`,
  );
});

test('refused documents show in health and metrics while the last good site is sent', async () => {
  await siteStore.reload();
  const ready = await get('/readyz');
  expect(ready.status).toBe(200);
  expect(await ready.json()).toMatchObject({
    ready: true,
    site: { revision: sampleSite().revision, refused: { findings: ['pages-config/landings/a.json:3:7 schema: No.'] } },
  });
  expect(await (await get('/metrics')).text()).toContain('vitrine_site_findings 1');
  expect((await get('/en')).status).toBe(200);
});

test('metrics count answers by class and status', async () => {
  await get('/en');
  await get('/en');
  const text = await (await get('/metrics')).text();
  expect(text).toContain('vitrine_pages_total{class="shared",status="200"} 2');
  expect(text).toContain(`vitrine_site_info{revision="${sampleSite().revision}"} 1`);
});

test('a stop loses no request: the running one is answered, readiness says no, a second signal changes nothing', async () => {
  let release = (): void => undefined;
  hold = new Promise((done) => (release = done));
  // Navigation answers are never compiled ahead, so this one waits.
  const arrived = once(running.app.server, 'request');
  const slow = get('/de/nothing?_nav=1');
  await arrived;
  const { port } = running.app.server.address() as { port: number };
  const stopped = running.stopper.stop('SIGTERM');
  const again = running.stopper.stop('SIGTERM');
  expect(again).toBe(stopped);
  expect(running.stopper.draining).toBe(true);
  await expect.poll(() => running.app.server.listening).toBe(false);
  release();
  const answer = await slow;
  expect(answer.headers.get('x-page-status')).toBe('404');
  expect(answer.headers.get('connection')).toBe('close');
  await stopped;
  await expect(fetch(`http://127.0.0.1:${port}/livez`)).rejects.toThrow('fetch failed');
});
