import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Backend } from '#server/backend.ts';
import { type AdminServer, startAdminServer } from '#tests/helpers/admin-server.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { sidewaysScroll } from '#tests/helpers/layout.ts';
import type { RunningServer } from '#tests/helpers/server.ts';

let admin: AdminServer;
let server: RunningServer;
let backend: Backend;
let token = '';
let subject = '';

beforeAll(async () => {
  admin = await startAdminServer();
  ({ server, backend, token, subject } = admin);
  for (let entry = 0; entry < 60; entry += 1)
    await backend.staff.note({ actor: subject, action: 'mail.sample', subject: `mail-${entry}` });
});
afterAll(() => admin.stop());

async function open(page: Page, path: string): Promise<void> {
  await page.context().addCookies([{ name: 'admin', value: token, url: server.origin }]);
  await page.goto(server.origin + path);
}

const list = (page: Page) => page.locator('vitrine-list').first();
const settled = (page: Page) => page.locator('vitrine-list:not([aria-busy])').first().waitFor();
/** Of a table, or what a feed has in its place. */
const firstColumn = (page: Page) => list(page).locator('tbody th, li').allInnerTexts();
/** Marks the document: a page that is loaded anew has no mark. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
const isSame = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-same'));

describe.concurrent('a list of those who run the house', () => {
  test('is sorted in its place, by the keyboard too, keeps the focus, and Back shows the order before', async () => {
    await visit({ locale: 'en', size: 'desktop' }, async ({ page }) => {
      await open(page, '/admin/codes');
      await mark(page);
      await list(page).locator('thead a').first().focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/sort=label/);
      await list(page).locator('th[aria-sort=ascending]').waitFor();
      const ascending = await firstColumn(page);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('data-way'))).toBe('sort Code');
      await page.keyboard.press('Enter');
      await page.waitForURL(/sort=-label/);
      await expect.poll(() => firstColumn(page)).toEqual(ascending.toReversed());
      expect(ascending.length).toBeGreaterThan(2);
      expect(await list(page).locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
      await page.goBack();
      await expect.poll(() => firstColumn(page)).toEqual(ascending);
      expect([await isSame(page), await accessibilityMistakes(page)]).toEqual([true, []]);
    });
  });

  test.each([
    { locale: 'de', size: 'phone', prefix: '/de' },
    { locale: 'pl', size: 'desktop', prefix: '/pl' },
  ] as const)(
    'is filtered and turned over in its place in "$locale" on a $size, and says how much there is',
    async (walk) => {
      const { locale, size, prefix } = walk;
      await visit({ locale, size }, async ({ page }) => {
        await open(page, `${prefix}/admin/audit`);
        await mark(page);
        await page.locator('[name=action]').selectOption('mail.sample');
        await page.locator('#search-submit').click();
        await page.waitForURL(/action=mail\.sample/);
        await settled(page);
        await expect.poll(() => list(page).locator('output').innerText()).toMatch(/60/);
        const first = await firstColumn(page);
        expect(first).toHaveLength(50);
        await list(page).locator('[rel=next]').click();
        await page.waitForURL(/page=2/);
        await expect.poll(() => firstColumn(page)).toHaveLength(10);
        expect(await page.locator('[name=action]').inputValue()).toBe('mail.sample');
        expect([await isSame(page), await sidewaysScroll(page), await accessibilityMistakes(page)]).toEqual([
          true,
          0,
          [],
        ]);
      });
    },
  );

  test('is busy while it waits and says so, stays as it was when the server does not answer, and can be asked again', async () => {
    const expectedMessages = /Failed to load resource/;
    await visit({ locale: 'en', size: 'phone', expectedMessages }, async ({ page }) => {
      await open(page, '/admin/codes');
      await mark(page);
      const before = await firstColumn(page);
      const held = Promise.withResolvers<void>();
      await page.route(/sort=label/, async (route) => {
        await held.promise;
        await route.abort();
      });
      const heading = () => list(page).locator('thead a').first();
      await page.setViewportSize({ width: 1440, height: 900 });
      await heading().click();
      await page.locator('vitrine-list[aria-busy=true]').waitFor();
      const said = () => list(page).locator('output').innerText();
      await expect.poll(said).toBe('Loading…');
      held.resolve();
      await expect.poll(said).toBe('This could not be loaded. Please try once more.');
      await settled(page);
      expect([await firstColumn(page), await isSame(page), await accessibilityMistakes(page)]).toEqual([
        before,
        true,
        [],
      ]);
      await page.unroute(/sort=label/);
      await heading().click();
      await page.waitForURL(/sort=label/);
      expect([await isSame(page), await list(page).getAttribute('data-wrong')]).toEqual([true, null]);
    });
  });

  test('leads to the sign-in when the session is over meanwhile', async () => {
    await visit({ locale: 'en', size: 'desktop' }, async ({ page }) => {
      await open(page, '/admin/codes');
      await page.context().clearCookies();
      await list(page).locator('thead a').first().click();
      await page.waitForURL(/\/admin\/signin\?next=/);
      expect(await page.locator('[name=password]').isVisible()).toBe(true);
    });
  });

  test('is sorted without a script by loading the page anew', async () => {
    await visit({ locale: 'pl', size: 'desktop', javaScriptEnabled: false }, async ({ page }) => {
      await open(page, '/pl/admin/codes');
      await list(page).locator('thead a').first().click();
      await page.waitForURL(/sort=/);
      expect(await list(page).locator('th[aria-sort]').count()).toBe(1);
    });
  });
});

describe.concurrent('tokens of programs', () => {
  const walks = [
    { locale: 'en', size: 'desktop', withScript: true, prefix: '' },
    { locale: 'de', size: 'phone', withScript: true, prefix: '/de' },
    { locale: 'pl', size: 'phone', withScript: false, prefix: '/pl' },
  ] as const;
  test.each(walks)(
    'are made, shown once and revoked in "$locale" on a $size, with a script: $withScript',
    async (walk) => {
      const { locale, size, withScript, prefix } = walk;
      const name = `crm ${locale}`;
      await visit({ locale, size, javaScriptEnabled: withScript, expectedMessages: /422/ }, async ({ page }) => {
        const mistakes = async () => [
          ...(withScript ? await accessibilityMistakes(page) : []),
          ...((await sidewaysScroll(page)) > 0 ? ['scrolls sideways'] : []),
        ];
        await open(page, `${prefix}/admin/tokens`);
        await page.locator('[name=name]').fill(name);
        await page.locator('[name=days]').fill('30');
        await page.locator('#create-token').getByRole('button').click();
        await page.locator('#create-token [aria-invalid]').waitFor();
        expect(await mistakes()).toEqual([]);
        await page.locator('[name=scope-invitations]').check();
        await page.locator('#create-token').getByRole('button').click();
        const value = await page.locator('vitrine-copy input').inputValue();
        expect([value, await mistakes()]).toEqual([expect.stringMatching(/^[\w-]{43}$/), []]);
        expect(await backend.staff.findProgram(value)).toMatchObject({ permissions: ['invitations'] });
        await page.locator('tr', { hasText: name }).getByRole('link').last().click();
        await page.waitForURL(/revoke=/);
        expect(await mistakes()).toEqual([]);
        await page.locator('#revoke-token').getByRole('button').click();
        await page.waitForURL(/done=tokenRevoked/);
        expect([await page.locator('tr', { hasText: name }).count(), await backend.staff.findProgram(value)]).toEqual([
          0,
          null,
        ]);
      });
    },
  );
});
