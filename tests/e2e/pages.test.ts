import { brotliCompressSync } from 'node:zlib';
import { setTimeout as sleep } from 'node:timers/promises';
import { inject, test } from 'vitest';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { sizes, visit } from '#tests/helpers/browser.ts';
import { pageCases } from '#tests/helpers/documents.ts';
import { htmlMistakes } from '#tests/helpers/html-validate.ts';
import { layoutShifts, sidewaysScroll, unreadableWords } from '#tests/helpers/layout.ts';

const origin = inject('origin');
const cases = pageCases();

/** Milliseconds: late enough that text is painted in the fallback font first. */
const fontDelay = 300;

/** Chromium reports the status of the page itself on the console. */
const ownStatus = /Failed to load resource: the server responded with a status of 4\d\d/;

test('there are documents to look at', ({ expect }) => {
  expect(cases.length).toBeGreaterThan(0);
});

test.concurrent.for(cases)(
  '$id in $locale keeps its promises in a browser',
  async ({ id, locale, path }, { expect }) => {
    const expectedStatus = id === 'pages/error/404' ? 404 : 200;
    const options = { locale, ...(expectedStatus !== 200 && { expectedMessages: ownStatus }) };
    await visit(options, async ({ page, requests }) => {
      const response = await page.goto(origin + path);
      expect.soft(response?.status()).toBe(expectedStatus);
      expect.soft(new URL(page.url()).pathname).toBe(path);

      const policy = response?.headers()['content-security-policy'] ?? '';
      expect.soft(policy).toMatch(/(^|; )script-src '?(?!.*'unsafe-inline')/);
      expect.soft(policy).not.toContain('unsafe-inline');

      expect.soft(await layoutShifts(page), 'layout shifts').toEqual([]);

      expect
        .soft(requests.filter((request) => request.resourceType() === 'script').map((request) => request.url()))
        .toEqual([]);
      expect.soft(await page.locator('html').getAttribute('lang')).toBe(locale);
      expect.soft(await page.locator('h1').count(), 'h1').toBe(1);
      expect.soft(await page.locator('[style]').count(), 'style attributes').toBe(0);

      expect.soft(await accessibilityMistakes(page), 'axe at 390 px').toEqual([]);
      await page.setViewportSize(sizes.desktop);
      expect.soft(await accessibilityMistakes(page), 'axe at 1440 px').toEqual([]);
      expect.soft(await sidewaysScroll(page), 'sideways scroll at 1440 px').toBe(0);
      await page.setViewportSize(sizes.narrow);
      expect.soft(await sidewaysScroll(page), 'sideways scroll at 320 px').toBe(0);
      expect.soft(await unreadableWords(page), 'words at 320 px').toEqual([]);

      await page.route('**/*.woff2', async (route) => {
        await sleep(fontDelay);
        await route.continue();
      });
      await page.reload();
      await page.waitForFunction(() => document.fonts.status === 'loaded');
      expect.soft(await layoutShifts(page), 'layout shifts with late fonts').toEqual([]);
      expect.soft(await sidewaysScroll(page), 'sideways scroll at 320 px with late fonts').toBe(0);
      expect.soft(await unreadableWords(page), 'words at 320 px with late fonts').toEqual([]);
    });
  },
);

test.concurrent.for(cases)('$id in $locale is light, valid HTML', async ({ path, locale }, { expect }) => {
  const response = await fetch(origin + path, { headers: { 'accept-language': locale }, redirect: 'manual' });
  const html = await response.text();
  expect.soft(await htmlMistakes(html), 'html-validate').toEqual([]);
  expect.soft(brotliCompressSync(html).length, 'bytes of HTML after Brotli').toBeLessThanOrEqual(25 * 1024);
  expect.soft(inlineScriptBytes(html), 'bytes of inline script').toBeLessThanOrEqual(3 * 1024);
});

/** Bytes of script that runs; data such as JSON-LD is not counted. */
function inlineScriptBytes(html: string): number {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*type="application\/)[^>]*>(.*?)<\/script>/gs);
  return [...scripts].reduce((sum, [, code = '']) => sum + Buffer.byteLength(code), 0);
}
