import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Backend } from '#server/app/backend.ts';
import { type AdminServer, startAdminServer } from '#tests/helpers/admin-server.ts';
import { PASSWORD } from '#tests/helpers/admin-visitor.ts';
import { addCode } from '#tests/helpers/backend.ts';
import { visit } from '#tests/helpers/browser.ts';
import type { HostedServer } from '#tests/helpers/hosted-server.ts';

let admin: AdminServer;
let server: HostedServer;
let backend: Backend;

beforeAll(async () => {
  admin = await startAdminServer();
  ({ server, backend } = admin);
  for (let mail = 0; mail < 3; mail += 1)
    await backend.staff.note({ actor: admin.subject, action: 'mail.sample', subject: `mail-${mail}` });
  await backend.members.applyForMembership({
    form: { email: 'eva@example.com', country: 'FR' },
    locale: 'fr',
    network: '192.0.2.1',
  });
});
afterAll(() => admin.stop());

const setToken = (page: Page, value: string) =>
  page.context().addCookies([{ name: 'admin', value, url: server.origin }]);

async function openLive(page: Page, path: string): Promise<void> {
  await admin.open(page, path);
  await page.locator('vitrine-list[data-live]').first().waitFor();
  // A page that is loaded anew has no mark.
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
}

const list = (page: Page) => page.locator('vitrine-list').first();
const isSame = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-same'));
const asksForView = (each: Request): boolean => each.url().endsWith('/graphql') && each.method() === 'POST';

describe('a list of an admin page', () => {
  test('is asked for anew by the same search, which makes no second step of the history', async () => {
    await visit({ locale: 'en', size: 'desktop' }, async ({ page, requests }) => {
      await openLive(page, '/admin/codes');
      const search = page.locator('#search-submit');
      await page.locator('[name=q]').fill('LATER');
      await search.press('Enter');
      await page.waitForURL(/q=LATER/);
      await list(page).locator('[data-said]').waitFor();
      const steps = () => page.evaluate(() => history.length);
      const [before, asked] = [await steps(), requests.filter(asksForView).length];
      await addCode(backend, 'LATER', 4);
      await search.press('Enter');
      await list(page).locator('tbody th', { hasText: 'LATER' }).waitFor();
      expect([await steps(), requests.filter(asksForView).length, await isSame(page)]).toEqual([
        before,
        asked + 1,
        true,
      ]);
    });
  });

  test('shows by its search what it is filtered by, after Back and after Forward too', async () => {
    await visit({ locale: 'de', size: 'desktop' }, async ({ page }) => {
      await openLive(page, '/de/admin/audit');
      const deed = page.locator('[name=action]');
      await deed.selectOption('mail.sample');
      await page.locator('[name=from]').fill('2020-01-01');
      await page.locator('#search-submit').press('Enter');
      await page.waitForURL(/action=mail\.sample/);
      const shown = async () => [await deed.inputValue(), await page.locator('[name=from]').inputValue()];
      await page.goBack();
      await expect.poll(shown).toEqual(['', '']);
      await page.goForward();
      await expect.poll(shown).toEqual(['mail.sample', '2020-01-01']);
      expect(await isSame(page)).toBe(true);
    });
  });

  test('is opened as a page by a release that knows its question no longer', async () => {
    const expectedMessages = /Failed to load resource/;
    await visit({ locale: 'en', size: 'desktop', expectedMessages }, async ({ page }) => {
      await openLive(page, '/admin/codes');
      await page.route('**/graphql', (route) =>
        route.continue({ postData: (route.request().postData() ?? '').replace(/"sha256Hash":"./, '"sha256Hash":"_') }),
      );
      await list(page).locator('thead a').first().press('Enter');
      await page.waitForURL(/sort=label/);
      await list(page).locator('th[aria-sort=ascending]').waitFor();
      expect(await isSame(page)).toBe(false);
    });
  });

  test('is opened as a page when another release answers with a list of another shape', async () => {
    const expectedMessages = /Cannot read properties|of undefined|is not iterable/;
    await visit({ locale: 'en', size: 'desktop', expectedMessages }, async ({ page }) => {
      await openLive(page, '/admin/codes');
      await page.route('**/graphql', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"cells":', '"parts":') });
      });
      await list(page).locator('thead a').first().press('Enter');
      await list(page).locator('th[aria-sort=ascending]').waitFor();
      expect([new URL(page.url()).search, await isSame(page)]).toEqual(['?sort=label', false]);
    });
  });

  test('is the plain one of its page when it moved and another release answers with another shape', async () => {
    const expectedMessages = /Cannot read properties|of undefined|is not iterable/;
    await visit({ locale: 'pl', size: 'phone', expectedMessages }, async ({ page }) => {
      await page.route('**/graphql', async (route) => {
        const answer = await route.fetch();
        await route.fulfill({ response: answer, body: (await answer.text()).replaceAll('"cells":', '"parts":') });
      });
      const broke = page.waitForEvent('pageerror');
      await openLive(page, '/pl/admin/mails?state=kept');
      await broke;
      await page.locator('vitrine-list:not([data-live])').waitFor();
      expect(await list(page).locator('tbody tr').count()).toBe(1);
      expect(await isSame(page)).toBe(true);
      await list(page).locator('nav a').first().press('Enter');
      await page.waitForURL((url) => url.search !== '?state=kept');
      expect(await isSame(page)).toBe(false);
    });
  });

  test('shows no rows to a user without the permission who signed in meanwhile in another tab', async () => {
    const made = await backend.staff.createAdmin({
      email: 'author@example.com',
      name: 'Ada',
      password: PASSWORD,
      group: 'author',
    });
    const subject = made.outcome === 'created' ? made.admin.id : '';
    const { token: other } = await backend.staff.issueAccessToken({ role: 'admin', subject, replaces: null });
    await visit({ locale: 'en', size: 'desktop', expectedMessages: /403/ }, async ({ page }) => {
      await openLive(page, '/admin/codes');
      await setToken(page, other);
      await list(page).locator('thead a').first().press('Enter');
      await page.waitForURL(/sort=label/);
      await expect.poll(() => isSame(page)).toBe(false);
      expect(await page.locator('vitrine-list').count()).toBe(0);
    });
  });
});
