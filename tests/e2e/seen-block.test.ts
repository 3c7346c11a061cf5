import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, test } from 'vitest';
import { visit, type VisitOptions } from '#tests/helpers/browser.ts';
import { type ExperimentServer, startExperimentServer } from '#tests/helpers/experiment-server.ts';
import { CHROME, makeExperiment } from '#tests/helpers/experiments.ts';
import { freePort } from '#tests/helpers/server.ts';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { readClientScripts } from '#server/site/store/client-scripts.ts';
import { readResults } from '#server/site/experiments/results/results.ts';

const hero = makeExperiment('hero', 'landings/short', { exposeOn: 'benefits' });
const record = await readBuildRecord();
if (record === null) throw new Error('There is no build. Run npm run build.');
const { client } = getReleaseFolder(record);
const { modules } = await readClientScripts({ client });
const { seen } = modules;
if (seen === undefined) throw new Error('The build has no module "seen".');
const code = readFileSync(join(client, seen.file), 'utf8');

/** As `engine/compile/seen-block.test.ts` has it: the block is two screens below. */
const to = '/api/seen?of=hero&amp;in=en';
const markup = `<div style="height:2400px"></div><p id="benefits" style="height:600px">Benefits</p>
<vitrine-seen data-block="benefits" data-to="${to}"></vitrine-seen>
<noscript><img src="${to}" alt="" hidden></noscript><script type="module" src="/assets/seen.js"></script>`;

let running: ExperimentServer;
beforeAll(async () => {
  const port = String(await freePort());
  running = await startExperimentServer({
    experiments: [hero],
    landings: [{ id: 'landings/short', bases: ['landings/default'] }],
    markup,
    scripts: { 'assets/seen.js': code },
    env: { PORT: port, PUBLIC_ORIGIN: `http://127.0.0.1:${port}` },
  });
});
afterAll(() => running.stop());

const results = () => readResults(running.backend.ports.database.db, hero, 'sequential');
const counted = async (): Promise<number> =>
  (await results()).variations.reduce((sum, { visitors }) => sum + visitors, 0);
const reports = (requests: readonly { url(): string; method(): string }[]): readonly string[] =>
  requests.filter((request) => request.url().includes('/api/seen')).map((request) => request.method());
const options: VisitOptions = { locale: 'en', userAgent: CHROME, size: 'desktop' };

test('the script of a page that counts by a block is one file of 512 bytes at most', ({ expect }) => {
  expect(seen.imports).toEqual([]);
  expect(Buffer.byteLength(code)).toBeLessThanOrEqual(512);
});

test('a visitor counts when the block comes into view, once, and not before', async ({ expect }) => {
  const before = await counted();
  await visit(options, async ({ page, requests }) => {
    await page.goto(running.origin, { waitUntil: 'networkidle' });
    await page.mouse.wheel(0, 800);
    await page.waitForFunction(() => scrollY >= 700);
    // Two frames: whatever is in view has been reported by then.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    expect(reports(requests)).toEqual([]);
    const answer = page.waitForResponse((response) => response.url().includes('/api/seen'));
    await page.locator('#benefits').scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 2000);
    expect((await answer).status()).toBe(204);
    await expect.poll(counted).toBe(before + 1);
    const variations = (await page.context().cookies()).find(({ name }) => name === 'vitrine_arms');
    expect(variations?.value).toMatch(/^hero__0~/);
    await page.reload({ waitUntil: 'networkidle' });
    await page.locator('#benefits').scrollIntoViewIfNeeded();
    await expect.poll(() => reports(requests)).toEqual(['POST', 'POST']);
  });
  await visit(options, async ({ page }) => {
    await page.goto(running.origin);
    const answer = page.waitForResponse((response) => response.url().includes('/api/seen'));
    await page.keyboard.press('End');
    await answer;
  });
  // The second look of the first visitor is not in it.
  await expect.poll(counted).toBe(before + 2);
});

test('a visitor without script counts when the page was sent, and results say so', async ({ expect }) => {
  const before = await counted();
  const bySending = async () => (await results()).exposeOn?.bySending;
  expect(await bySending()).toBe(0);
  await visit({ ...options, javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(running.origin, { waitUntil: 'networkidle' });
    await expect.poll(counted).toBe(before + 1);
    await expect.poll(bySending).toBe(1);
  });
});
