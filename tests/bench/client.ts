import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { once } from 'node:events';
import { extname, join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { chromium, type Browser, type Page } from 'playwright-core';
import { prepareAssets } from '#engine/compile/assets/prepare.ts';
import { paths, root } from '#server/platform/paths.ts';
import { getDefaultFacets } from '#server/site/store/default-pages.ts';
import { slowDown } from '#tests/helpers/browser.ts';
import { launchBrowser } from '#tests/setup/launch-browser.ts';
import { benchSite } from './parts/bench-site.ts';
import { buildFullRoot } from './parts/full-root/build.ts';
import { printTable } from './parts/table.ts';

export const summary = 'Compares a landing of islands with the same page as one hydrated root, on a slow phone.';

const ROUNDS = 5;
const DOCUMENT = 'landings/default';

interface Measured {
  /** Milliseconds. */
  readonly blocking: number;
  readonly answer: number;
  /** Bytes of scripts before anybody touches the page. */
  readonly scripts: number;
}

export async function run(): Promise<void> {
  process.env.NODE_ENV = 'production';
  const { site, compiler } = await benchSite(0);
  const document = site.documents.get(DOCUMENT);
  if (document === undefined) throw new Error(`The site has no ${DOCUMENT}.`);
  const facets = getDefaultFacets(site, DOCUMENT, Date.now());
  const template = await compiler.compile({
    site,
    document: DOCUMENT,
    locale: site.config.locales.default,
    variations: [],
    facets,
    path: '/',
  });
  const html = template.parts.filter((part) => typeof part === 'string').join('') + template.end;
  const { manifest: assets } = await prepareAssets({ root, site, outDir: paths.prepared, cacheDir: paths.assetCache });
  const control = await buildFullRoot();
  const full = control.render({ site, document, facets, assets, html, script: '/control.js' });
  const pages: Readonly<Record<string, string>> = { islands: html, 'one root': full };
  const { origin, server } = await serve(pages, [paths.prepared, control.folder]);

  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.wsEndpoint());
  const runs: Record<string, Measured[]> = {};
  for (let round = 0; round < ROUNDS; round++) {
    for (const name of Object.keys(pages))
      (runs[name] ??= []).push(await measure(browser, `${origin}/${encodeURIComponent(name)}`));
  }
  await browser.close();
  await launched.close();
  const medians = Object.entries(runs).map(([name, all]) => ({
    name,
    blocking: median(all.map(({ blocking }) => blocking)),
    answer: median(all.map(({ answer }) => answer)),
    scripts: median(all.map(({ scripts }) => scripts)),
  }));
  printTable(
    `The default landing at 4× CPU and slow 4G, medians of ${ROUNDS}`,
    ['', 'script bytes', 'total blocking time, ms', 'form answers after, ms'],
    medians.map(({ name, blocking, answer, scripts }) => [name, scripts, Math.round(blocking), Math.round(answer)]),
  );
  const [islands, whole] = medians;
  if (islands && whole)
    console.log(`\n  The form of islands answers in ${(islands.answer / whole.answer).toFixed(2)} of the time.`);
  server.close();
}

async function measure(browser: Browser, url: string): Promise<Measured> {
  return { ...(await atRest(browser, url)), answer: await firstAnswer(browser, url) };
}

/** Time without input, as long as a phone needs to finish loading. */
async function atRest(browser: Browser, url: string): Promise<Pick<Measured, 'blocking' | 'scripts'>> {
  const page = await slowPage(browser);
  let scripts = 0;
  page.on('requestfinished', async (request) => {
    if (request.resourceType() === 'script') scripts += (await request.sizes()).responseBodySize;
  });
  await page.addInitScript(() => {
    const tasks: { readonly start: number; readonly end: number }[] = [];
    Object.assign(window, { tasks });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries())
        tasks.push({ start: startTime, end: startTime + duration });
    }).observe({ type: 'longtask', buffered: true });
  });
  await page.goto(url, { waitUntil: 'load' });
  await page.waitForTimeout(3000);
  // Total blocking time: what tasks take beyond 50 ms from the first contentful paint on (https://web.dev/articles/tbt).
  const blocking = await page.evaluate(() => {
    const painted = performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
    if (painted === undefined) throw new Error('The page painted nothing.');
    const tasks = Reflect.get(window, 'tasks') as { readonly start: number; readonly end: number }[];
    return tasks.reduce((sum, { start, end }) => sum + Math.max(0, end - Math.max(start, painted) - 50), 0);
  });
  await page.context().close();
  return { blocking, scripts };
}

/** From the start of the navigation until a message of the form is seen, when a visitor presses its button as soon and as often as possible. */
async function firstAnswer(browser: Browser, url: string): Promise<number> {
  const page = await slowPage(browser);
  await page.addInitScript(() => {
    // The answer of a script is measured, not that of the server to a form which is sent without one.
    addEventListener('submit', (event) => event.preventDefault(), true);
    // A visitor sees a message once it has been laid out and drawn; asking for its size at other times would cost both pages extra work.
    const look = new ResizeObserver((entries) => {
      if (!entries.some(({ contentRect }) => contentRect.height > 0)) return;
      clearInterval(press);
      look.disconnect();
      Object.assign(window, { answered: performance.now() });
    });
    let message: HTMLElement | null = null;
    const press = setInterval(() => {
      if (message === null || !message.isConnected) {
        message = document.querySelector<HTMLElement>('#join-form-email-message');
        if (message !== null) look.observe(message);
      }
      document.querySelector<HTMLButtonElement>('#join-form button[type=submit]')?.click();
    }, 50);
  });
  await page.goto(url, { waitUntil: 'commit' });
  const answered = await page.waitForFunction(() => Reflect.get(window, 'answered'), undefined, { timeout: 60_000 });
  const milliseconds = Number(await answered.jsonValue());
  await page.context().close();
  return milliseconds;
}

async function slowPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  await slowDown(page, { cpu: 4, network: 'slow 4G' });
  return page;
}

/** Both pages and all their files, compressed alike. */
async function serve(
  pages: Readonly<Record<string, string>>,
  folders: readonly string[],
): Promise<{ readonly origin: string; readonly server: Server }> {
  const types: Readonly<Record<string, string>> = {
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.woff2': 'font/woff2',
    '.avif': 'image/avif',
  };
  const bodies = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? '/').split('?', 1)[0] ?? '/');
    const page = pages[path.slice(1)];
    let body = bodies.get(path);
    if (body === undefined) {
      const content =
        page === undefined ? await findFirst(folders.map((folder) => join(folder, path))) : Buffer.from(page);
      if (content === null) return void response.writeHead(404).end();
      body = brotliCompressSync(content);
      bodies.set(path, body);
    }
    response.writeHead(200, {
      'Content-Type':
        page === undefined ? (types[extname(path)] ?? 'application/octet-stream') : 'text/html; charset=utf-8',
      'Content-Encoding': 'br',
    });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server };
}

async function findFirst(files: readonly string[]): Promise<Buffer | null> {
  for (const file of files) {
    const content = await readFile(file).catch(() => null);
    if (content !== null) return content;
  }
  return null;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
