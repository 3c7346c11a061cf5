import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { inject, test } from 'vitest';
import { slowDown, visit } from '#tests/helpers/browser.ts';
import { live, scriptsIn } from '#tests/helpers/islands.ts';

const origin = inject('origin');

/** Bytes (architecture, budgets); those of files after Brotli. */
const INLINE = 3 * 1024;
const FIRST_TOUCH = 75 * 1024;
const REACT_AND_FORM = 70 * 1024;
/** What follows a link. */
const LINK = 7 * 1024;

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
  const without = await names('/robots.txt');
  expect((await names('/')).filter((name) => !without.includes(name))).toEqual(['vitrine']);
});

test('a page without an island loads no script until its links are touched', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${origin}/about-us`, { waitUntil: 'networkidle' });
    const scripts = await page.evaluate(() => [...document.scripts].map(({ type }) => type));
    expect(scripts.filter((type) => !type.startsWith('application/'))).toEqual(['']);
    expect(scriptsIn(requests)).toEqual([]);
  });
});

const forms = [
  ['/invitation', 'join', '#join-form-email'],
  ['/code', 'code', 'input[name=code]'],
  ['/membership-interest/apply', 'apply', 'input[name=email]'],
] as const;

test.for(forms)(
  'the form on %s is live with three files, all asked for at once',
  async ([path, id, field], { expect }) => {
    await visit({}, async ({ page, requests }) => {
      const released = Promise.withResolvers<void>();
      await page.route('**/*.js', async (route) => {
        await released.promise;
        await route.continue();
      });
      await page.goto(origin + path);
      await page.locator(field).focus();
      // A script that only another one knows of cannot be asked for yet.
      await expect.poll(() => scriptsIn(requests).length).toBe(3);
      released.resolve();
      await live(page, id);
      await page.waitForLoadState('networkidle');
      const files = [...new Set(scriptsIn(requests))];
      expect(files).toHaveLength(3);
      expect(sizeOf(files)).toBeLessThanOrEqual(FIRST_TOUCH);
      expect(sizeOf(files.filter((file) => !file.includes('/start.')))).toBeLessThanOrEqual(REACT_AND_FORM);
      expect(Buffer.concat(files.map(read)).toString()).not.toMatch(/ApolloClient|__APOLLO|i18next/);
    });
  },
);

test('a link is followed with one file, which does not know React', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(origin);
    await page.locator('a[href^="/"]').first().hover();
    await page.waitForLoadState('networkidle');
    const files = [...new Set(scriptsIn(requests))];
    expect(files).toHaveLength(1);
    expect(sizeOf(files)).toBeLessThanOrEqual(LINK);
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

function read(url: string): Buffer {
  return readFileSync(join('dist/public', new URL(url).pathname));
}

function sizeOf(urls: readonly string[]): number {
  return urls.reduce((sum, url) => sum + brotli(read(url)), 0);
}

function brotli(file: Buffer): number {
  return brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
