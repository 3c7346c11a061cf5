import { afterAll, beforeAll, expect, test } from 'vitest';
import { live } from '#tests/helpers/islands.ts';
import { visit } from '#tests/helpers/browser.ts';
import { type HostedServer, startHostedWithDemoRows } from '#tests/helpers/hosted-server.ts';

let server: HostedServer;
beforeAll(async () => {
  server = await startHostedWithDemoRows({ COUNTRY_HEADER: 'cf-ipcountry' });
});
afterAll(() => server.stop());

const inFrance = { 'cf-ipcountry': 'FR' };

test.each(['/de/invitation', '/de/ANNA-50', '/de/lean'])(
  'V3: the form at %s suggests the country that the edge names, without a script too',
  async (path) => {
    await visit({ javaScriptEnabled: false, extraHTTPHeaders: inFrance }, async ({ page }) => {
      await page.goto(server.origin + path);
      expect(await page.locator('select[name=country]').first().inputValue()).toBe('FR');
    });
  },
);

test('V3: without a country from the edge the browser chooses by its time zone, once the form is hydrated', async () => {
  await visit({ timezoneId: 'Europe/Warsaw' }, async ({ page }) => {
    await page.goto(`${server.origin}/de/invitation`);
    const field = page.locator('select[name=country]');
    expect(await field.inputValue()).toBe('');
    await page.locator('input[name=email]').first().focus();
    await live(page, 'join');
    await expect.poll(() => field.inputValue()).toBe('PL');
  });
});

test('beside a message that asks for a country nothing chooses itself', async () => {
  await visit({ timezoneId: 'Europe/Warsaw', expectedMessages: /status of 422/ }, async ({ page }) => {
    await page.goto(`${server.origin}/de/invitation`);
    await page.locator('#join button[type=submit]').last().click();
    const field = page.locator('select[name=country]');
    await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true');
    await live(page, 'join');
    expect(await field.inputValue()).toBe('');
  });
});

test('V3: what the edge names goes before the time zone, and the visitor before both', async () => {
  await visit({ timezoneId: 'Europe/Warsaw', extraHTTPHeaders: inFrance }, async ({ page }) => {
    await page.goto(`${server.origin}/de/invitation`);
    const field = page.locator('select[name=country]');
    await field.focus();
    await field.selectOption('NL');
    await live(page, 'join');
    expect(await field.inputValue()).toBe('NL');
    // The terms that stand beside the box are those that will be stored (S11).
    const terms = page.locator('form a[href^="/de/terms"]');
    await expect.poll(() => terms.getAttribute('href')).toBe('/de/terms');
    await field.selectOption('CH');
    expect(await terms.getAttribute('href')).toBe('/de/terms/switzerland');
    await page.reload();
    await page.locator('input[name=email]').first().focus();
    await live(page, 'join');
    expect(await field.inputValue(), 'a choice survives a reload').toBe('CH');
  });
});
