import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { inject, test } from 'vitest';
import { slowDown, visit } from '#tests/helpers/browser.ts';
import { live, scriptsIn } from '#tests/helpers/islands.ts';

const origin = inject('origin');

/** Bytes (architecture, budgets). */
const INLINE = 3 * 1024;
const HYDRATED = 85 * 1024;

test('a landing loads no script before somebody touches it', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(origin, { waitUntil: 'networkidle' });
    expect(scriptsIn(requests)).toEqual([]);
    const inline = await page.evaluate(() =>
      [...document.scripts]
        .filter(({ type }) => type === '')
        .reduce((sum, { textContent }) => sum + textContent.length, 0),
    );
    expect(inline).toBeGreaterThan(0);
    expect(inline).toBeLessThanOrEqual(INLINE);
  });
});

test('the loader leaves one name in the page, its own', async ({ expect }) => {
  const names = (path: string) =>
    visit({}, async ({ page }) => {
      await page.goto(origin + path, { waitUntil: 'networkidle' });
      return page.evaluate(() => Object.keys(window));
    });
  const without = await names('/about-us');
  expect((await names('/')).filter((name) => !without.includes(name))).toEqual(['vitrine']);
});

test('a page without an island has no script at all', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${origin}/about-us`, { waitUntil: 'networkidle' });
    const scripts = await page.evaluate(() => [...document.scripts].map(({ type }) => type));
    expect(scripts.filter((type) => type !== 'application/ld+json')).toEqual([]);
    expect(scriptsIn(requests)).toEqual([]);
  });
});

test('the form is live within the budget, and no GraphQL client is among what it loads', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${origin}/invitation`);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await page.waitForLoadState('networkidle');
    const files = scriptsIn(requests).map((url) => readFileSync(join('dist/public', new URL(url).pathname)));
    expect(files.length).toBeGreaterThan(0);
    const bytes = files.reduce((sum, file) => sum + brotli(file), 0);
    expect(bytes).toBeLessThanOrEqual(HYDRATED);
    expect(Buffer.concat(files).toString()).not.toMatch(/ApolloClient|__APOLLO/);
  });
});

test('a hand near the form starts the load, on a slow phone too', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${origin}/invitation`);
    await slowDown(page, { cpu: 4, network: 'slow 4G' });
    await page.locator('#join-form').hover();
    await live(page, 'join');
    expect(scriptsIn(requests).length).toBeGreaterThan(0);
  });
});

function brotli(file: Buffer): number {
  return brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
