import { afterAll, beforeAll, inject, test } from 'vitest';
import type { Page, Request } from 'playwright-core';
import { visit } from '#tests/helpers/browser.ts';
import { type FlagService, startFlagService } from '#tests/helpers/flag-service.ts';
import { chunksWith, collectProblems, live, scriptsIn } from '#tests/helpers/islands.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

const text = 'Codes take a little longer today.';
const on = { features: { 'code-news': { defaultValue: true } } };
const off = { features: { 'code-news': { defaultValue: false } } };

let service: FlagService;
let server: RunningServer;

beforeAll(async () => {
  service = await startFlagService(off);
  server = await startServer({
    env: {
      GROWTHBOOK_API_HOST: service.origin,
      GROWTHBOOK_CLIENT_KEY: 'sdk-test',
      GROWTHBOOK_REALTIME_KEY: 'rt-test',
      GROWTHBOOK_REALTIME_HOST: service.origin,
    },
  });
});

afterAll(async () => {
  await server.stop();
  await service.stop();
});

/** Whether the page follows the stream of flags, which it does once it has them. */
function follows(requests: readonly Request[]): boolean {
  return requests.some((request) => request.url().endsWith('/sub/sdk-test'));
}

/** Gives the block of the page the option that none of the site's own documents uses. */
async function addNews(page: Page): Promise<void> {
  await page.route(/\/code$/, async (route) => {
    const answer = await route.fetch();
    const option = JSON.stringify({ newsFlag: 'code-news', news: { lang: 'en', parts: [text] } }).slice(1, -1);
    const markup = await answer.text();
    await route.fulfill({
      response: answer,
      body: markup.replace('data-props="{', `data-props="{${option.replaceAll('"', '&quot;')},`),
    });
  });
}

test('a flag that changes reaches the open page through the stream of this site', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await addNews(page);
    await page.goto(`${server.origin}/code`);
    await page.locator('input[name=code]').focus();
    await live(page, 'code');
    await expect.poll(() => follows(requests)).toBe(true);
    expect(await page.getByText(text).count()).toBe(0);
    await service.become('works', on);
    await page.getByText(text).waitFor();
    await service.become('works', off);
    await page.getByText(text).waitFor({ state: 'detached' });
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });
});

test('flags that cannot be had are reported once, and the form works on without them', async ({ expect }) => {
  await visit({ expectedMessages: /Failed to load resource/ }, async ({ page }) => {
    const problems = await collectProblems(page);
    await addNews(page);
    await page.route(/\/api\/features\//, (route) => route.fulfill({ status: 500, body: 'out' }));
    await page.goto(`${server.origin}/code`);
    await page.locator('input[name=code]').focus();
    await live(page, 'code');
    const failed = async (): Promise<string[]> =>
      (await problems()).filter((problem) => problem.includes('Failed to initialize Growthbook'));
    await expect.poll(failed).toHaveLength(1);
    await page.locator('form#code button[type=submit]').click();
    await page.locator('#code [aria-invalid=true]').waitFor();
    expect(await failed()).toHaveLength(1);
  });
});

test('an island without a flag loads nothing of it', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${inject('origin')}/code`);
    await page.locator('input[name=code]').focus();
    await live(page, 'code');
    await page.waitForLoadState('networkidle');
    const urls = requests.map((request) => request.url());
    expect(urls.filter((url) => /\/api\/features|\/sub\//.test(url))).toEqual([]);
    const flagFiles = chunksWith('sdk-local');
    expect(scriptsIn(requests).filter((url) => flagFiles.includes(new URL(url).pathname))).toEqual([]);
  });
});

test('which flag was read is reported to this site once statistics are agreed to, not before', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    const reported = (): string[] =>
      requests
        .filter((request) => request.url().endsWith('/api/usage/sdk-test'))
        .map((request) => request.postData() ?? '');
    await addNews(page);
    await page.goto(`${server.origin}/code`);
    await page.locator('input[name=code]').focus();
    await live(page, 'code');
    await expect.poll(() => follows(requests)).toBe(true);
    await service.become('works', on);
    // What is seen has been read.
    await page.getByText(text).waitFor();
    // Anyone who leaves sends what waits.
    await page.evaluate(() => dispatchEvent(new Event('pagehide')));
    expect(reported()).toEqual([]);
    await page.locator('form[data-consent] button[value=all]').click();
    await page.locator('form[data-consent] button[value=ask]').waitFor();
    const uses = [false, true].map((isOn) => ({ key: 'code-news', on: isOn }));
    await expect.poll(reported).toEqual([JSON.stringify(uses)]);
  });
});
