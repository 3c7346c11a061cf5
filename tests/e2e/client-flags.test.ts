import { afterAll, beforeAll, inject, test } from 'vitest';
import type { Request } from 'playwright-core';
import { visit } from '#tests/helpers/browser.ts';
import { type FlagService, startFlagService } from '#tests/helpers/flag-service.ts';
import { chunksWith, collectProblems, live, scriptsIn } from '#tests/helpers/islands.ts';
import { type HostedServer, startHostedWithDemoRows } from '#tests/helpers/hosted-server.ts';

const text = 'Many guests are arriving just now. Checking your code may take a moment longer.';
const textInGerman = 'Zurzeit treffen besonders viele Gäste ein.';
const on = { features: { 'code-news': { defaultValue: true } } };
const off = { features: { 'code-news': { defaultValue: false } } };
const onInAustria = {
  features: { 'code-news': { defaultValue: false, rules: [{ condition: { applicationCountry: 'AT' }, force: true }] } },
};

let service: FlagService;
let server: HostedServer;

beforeAll(async () => {
  service = await startFlagService(off);
  server = await startHostedWithDemoRows({
    GROWTHBOOK_API_HOST: service.origin,
    GROWTHBOOK_CLIENT_KEY: 'sdk-test',
    GROWTHBOOK_REALTIME_KEY: 'rt-test',
    GROWTHBOOK_REALTIME_HOST: service.origin,
    COUNTRY_HEADER: 'cf-ipcountry',
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

test('a flag that changes reaches the open page through the stream of this site', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${server.origin}/social`);
    await page.locator('#code input[name=code]').focus();
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

test('a form that is live on a page without the flag gets it from a page with one, and keeps what was typed', async ({
  expect,
}) => {
  await service.become('works', on);
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${server.origin}/code`);
    const code = page.locator('#code input[name=code]');
    await code.focus();
    await live(page, 'code');
    await code.fill('HALF-A');
    expect(follows(requests)).toBe(false);
    await page.evaluate(() => {
      document.documentElement.setAttribute('data-same', '');
      const link = document.createElement('a');
      Object.assign(link, { href: '/social', textContent: 'Guests of social networks' });
      document.querySelector('main')?.append(link);
    });
    await page.getByRole('link', { name: 'Guests of social networks' }).click();
    await page.getByText(text).waitFor();
    expect(await code.inputValue()).toBe('HALF-A');
    expect(await page.evaluate(() => document.documentElement.hasAttribute('data-same'))).toBe(true);
  });
  await service.become('works', off);
});

test('flags that cannot be had are reported once, and the form works on without them', async ({ expect }) => {
  await visit({ expectedMessages: /Failed to load resource/ }, async ({ page }) => {
    const problems = await collectProblems(page);
    await page.route(/\/api\/features\//, (route) => route.fulfill({ status: 500, body: 'out' }));
    await page.goto(`${server.origin}/social`);
    await page.locator('#code input[name=code]').focus();
    await live(page, 'code');
    const failed = async (): Promise<string[]> =>
      (await problems()).filter((problem) => problem.includes('Failed to initialize Growthbook'));
    await expect.poll(failed).toHaveLength(1);
    await page.locator('form#code button[type=submit]').click();
    await page.locator('#code [aria-invalid=true]').waitFor();
    expect(await failed()).toHaveLength(1);
  });
});

test('an island without a flag loads nothing of it, and neither does a page before its form is touched', async ({
  expect,
}) => {
  await visit({}, async ({ page, requests }) => {
    const loaded = (): string[] => {
      const flagFiles = [...chunksWith('sdk-local'), ...chunksWith('GrowthBookProvider')];
      expect(flagFiles).not.toEqual([]);
      const files = scriptsIn(requests).filter((url) => flagFiles.includes(new URL(url).pathname));
      return [
        ...files,
        ...requests.map((request) => request.url()).filter((url) => /\/api\/features|\/sub\//.test(url)),
      ];
    };
    await page.goto(`${inject('origin')}/invitation`);
    await page.locator('input[name=email]').first().focus();
    await live(page, 'join');
    await page.waitForLoadState('networkidle');
    expect(loaded()).toEqual([]);
    await page.goto(`${inject('origin')}/social`);
    await page.waitForLoadState('networkidle');
    expect(loaded()).toEqual([]);
    await page.locator('#code input[name=code]').focus();
    await live(page, 'code');
    await expect.poll(loaded).not.toEqual([]);
  });
});

test('A flag for one country is on for visitors from there only', async ({ expect }) => {
  await service.become('works', onInAustria);
  for (const [country, isShown] of [
    ['AT', true],
    ['SE', false],
  ] as const) {
    await visit({ extraHTTPHeaders: { 'cf-ipcountry': country } }, async ({ page, requests }) => {
      await expect
        .poll(async () => (await fetch(`${server.origin}/api/features/sdk-test`)).text())
        .toContain('applicationCountry');
      await page.goto(`${server.origin}/de/social`);
      await page.locator('#code input[name=code]').focus();
      await live(page, 'code');
      await expect.poll(() => follows(requests)).toBe(true);
      if (isShown) await page.getByText(textInGerman).waitFor();
      else expect(await page.getByText(textInGerman).count()).toBe(0);
    });
  }
  await service.become('works', off);
});

test('without a script the page is as compiled: the flag is off, and the form is complete', async ({ expect }) => {
  await visit({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } }, async ({ page }) => {
    await page.goto(`${server.origin}/de/social`);
    expect(await page.getByText(textInGerman).count()).toBe(0);
    expect(await page.locator('#code [role=status]').innerHTML()).toBe('');
    expect(await page.locator('form#code button[type=submit]').count()).toBe(1);
  });
});

test('which flag was read is reported to this site once statistics are agreed to, not before', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    const reported = (): string[] =>
      requests
        .filter((request) => request.url().endsWith('/api/usage/sdk-test'))
        .map((request) => request.postData() ?? '');
    await page.goto(`${server.origin}/social`);
    await page.locator('#code input[name=code]').focus();
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
