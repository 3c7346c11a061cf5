import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { answerBefore, type Entry } from '#tests/helpers/data-layer.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { type HostedServer, startHostedServer } from '#tests/helpers/hosted-server.ts';

let server: HostedServer;
beforeAll(async () => {
  server = await startHostedServer({ WEB_VIEW_SCHEME: 'com.example.app', WEB_VIEW_BRIDGE: 'AppBridge' });
});
afterAll(() => server.stop());

const options = { userAgent: CHROME, locale: 'en' } as const;
/** As the app opens its pages. */
const fromApp = `redirectUrl=${encodeURIComponent('/login?redirect_uri=com.example.app://done')}`;

const question = (page: Page) => page.locator('section:has(> form[data-consent])');
const agree = (page: Page) => question(page).locator('button[value=all]');

/** Everything that the data layer holds. */
const layer = (page: Page) => page.evaluate(() => (Reflect.get(window, 'dataLayer') ?? []) as readonly Entry[]);
const record = async (page: Page) => (await layer(page)).find((entry) => 'cmpHideOnStartup' in entry);
const view = async (page: Page) => (await layer(page)).findLast(({ event }) => event === 'page_view');

/** Whether something keeps the last lines of the page clear of the question. */
const isCleared = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).getPropertyValue('--clear')) > 0);

test.for([true, false])(
  'where the address names the app, the first byte hides the question and what advertises the app; the footer asks (script: %s)',
  async (javaScriptEnabled, { expect }) => {
    await visit({ ...options, javaScriptEnabled }, async ({ page }) => {
      await page.goto(`${server.origin}/invitation`);
      expect(await question(page).isVisible()).toBe(true);
      expect(await isCleared(page)).toBe(true);
      expect(await page.locator('#app').count()).toBe(1);

      const answer = await page.goto(`${server.origin}/invitation?${fromApp}`);
      const html = (await answer?.text()) ?? '';
      expect(html).toMatch(/^<!doctype html><html [^>]*data-web-view/);
      expect(html).not.toContain('id="app"');
      expect(await question(page).isVisible()).toBe(false);
      expect(await isCleared(page)).toBe(false);

      await page.locator('#consent-settings').click();
      await agree(page).waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).toBe('consent-unknown');
      await agree(page).click();
      await agree(page).waitFor({ state: 'hidden' });
      const names = async () => (await page.context().cookies()).map(({ name }) => name);
      await expect.poll(names).toContain('vitrine_consent');
    });
  },
);

test('who agrees inside the app is reported as a visitor of the app, on pages that come in place as well', async ({
  expect,
}) => {
  await visit(options, async ({ page }) => {
    await page.goto(`${server.origin}/about-us?${fromApp}`);
    await page.locator('#consent-settings').click();
    await agree(page).click();
    await expect.poll(() => record(page)).toMatchObject({ cmpHideOnStartup: 'true' });
    await expect.poll(() => view(page)).toMatchObject({ page_path: '/about-us', web_view: true });
    await page.locator('footer a[hreflang=de]').click();
    await expect.poll(() => view(page)).toMatchObject({ page_path: '/de/about-us', web_view: true });
  });
});

test('a bridge that only the browser sees hides the question on this page and the next, and is reported', async ({
  expect,
}) => {
  await visit(options, async (there) => {
    const { page } = there;
    await page.addInitScript(() => Object.assign(window, { ReactNativeWebView: { postMessage: () => undefined } }));
    for (const size of [
      { width: 390, height: 844 },
      { width: 1440, height: 900 },
    ]) {
      await page.setViewportSize(size);
      for (const path of ['/about-us', '/invitation', '/code', '/']) {
        await page.goto(server.origin + path);
        expect(await question(page).isVisible(), `${path} at ${size.width} px`).toBe(false);
        expect(await isCleared(page), path).toBe(false);
      }
    }
    await page.goto(`${server.origin}/about-us`);
    await page.locator('footer a[hreflang=de]').click();
    await page.waitForURL('**/de/about-us');
    expect(await question(page).isVisible()).toBe(false);

    await answerBefore(there, server.origin, 'all');
    await page.goto(`${server.origin}/about-us`);
    await expect.poll(() => record(page)).toMatchObject({ cmpHideOnStartup: 'true' });
    await expect.poll(() => view(page)).toMatchObject({ web_view: true });
    // What was answered can be taken back here as everywhere.
    await page.locator('#consent-settings').click();
    await question(page).locator('button[value=none]').click();
    await expect.poll(() => page.evaluate(() => document.cookie)).toContain('vitrine_consent=none.');
  });
});

/** Bridges as systems give them: objects of the native side, mostly without a key of their own that a page could list. */
const bridges: Readonly<Record<string, { readonly script: string; readonly inApp: boolean }>> = {
  'WKWebView’s message handlers, which list no key': {
    script: `Object.defineProperty(window, 'webkit', { value: Object.create({}, { messageHandlers: { get: () => Object.create({ app: {} }) } }) })`,
    inApp: true,
  },
  'an Android interface of the name in the settings': {
    script: `Object.defineProperty(window, 'AppBridge', { value: new (class { postMessage() {} })() })`,
    inApp: true,
  },
  'React Native’s bridge': { script: `window.ReactNativeWebView = { postMessage() {} }`, inApp: true },
  'a WebKit without message handlers': { script: `window.webkit = {}`, inApp: false },
  'an Android interface of another name': { script: `window.OtherBridge = { postMessage() {} }`, inApp: false },
};

test.for(Object.entries(bridges))(
  'a page with %s is shown inside the app, or not',
  async ([, { script, inApp }], { expect }) => {
    await visit(options, async ({ page }) => {
      await page.addInitScript(script);
      await page.goto(`${server.origin}/about-us`);
      expect(await question(page).isVisible()).toBe(!inApp);
      await page.locator('footer a[hreflang=de]').click();
      await page.waitForURL('**/de/about-us*');
    });
  },
);
