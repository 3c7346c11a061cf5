import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { inTurn, openPages } from '#tests/helpers/documents.ts';
import { everything } from '#tests/helpers/everything.ts';
import { announced, language, mark } from '#tests/helpers/in-place.ts';

const origin = inject('origin');

/** Landings of each layout and of each kind of form; all others put the same blocks in another order. */
const landings = ['default', 'code', 'lean', 'only-mobile', 'black-friday'].map((name) => `landings/${name}`);
/**
 * Pages that a visitor can open, in one language after another, and what is shown in place of one. Pages of staff users
 * are loaded in full.
 */
const everyPage = [
  ...openPages()
    .filter(
      ({ id }) => !id.startsWith('pages/admin/') && (everything || id.startsWith('pages/') || landings.includes(id)),
    )
    .filter((one) => everything || inTurn(one))
    .filter((one, index) => everything || one.id.startsWith('landings/') || index % 3 === 0),
  { id: 'an invitation', path: '/de/ANNA-50', status: 200 },
  { id: 'a refusal in place', path: '/pl/GONE-1', status: 403 },
  { id: 'what was not found, in place', path: '/fr/no/such/page', status: 404 },
];

test.concurrent.for(everyPage)(
  'the very first tap on $id ($path) shows the next page in place, and Back this one',
  async ({ path, status }, { expect }) => {
    const ownStatus = { expectedMessages: new RegExp(`status of ${status}`) };
    await visit({ locale: 'en', ...(status !== 200 && ownStatus) }, async ({ page }) => {
      await page.goto(origin + path);
      const { pathname } = new URL(page.url());
      const stays = await mark(page);
      const heading = await page.locator('h1').innerText();
      // The emblem leads to the start page; there and on pages without it the policy is a tap away.
      const links = page.locator('a[href^="/"]:not([href*="#"], [target], [download], [href*="lang="])');
      const hrefs = await links.evaluateAll((all) =>
        all.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
      );
      const index = hrefs.findIndex((href) => href !== pathname);
      await links.nth(index).dispatchEvent('click');
      await page.waitForURL((url) => url.pathname === hrefs[index]);
      await announced(page);
      expect(await stays()).toBe(true);
      await page.goBack();
      await page.waitForURL((url) => url.pathname === pathname);
      await expect.poll(() => page.locator('h1').innerText()).toBe(heading);
      expect(await stays()).toBe(true);
    });
  },
);

test.for([
  [
    'something in front of this site finds nothing at its address',
    (page: Page) => page.route(/no\/such\/page.*_nav=1/, (route) => route.fulfill({ status: 404, body: 'Not here.' })),
  ],
  [
    'its page cannot be shown in place',
    (page: Page) =>
      page.route(/no\/such\/page.*_nav=1/, async (route) => {
        const response = await route.fetch();
        const { behaviours: _, ...json } = await response.json();
        await route.fulfill({ response, json });
      }),
  ],
] as const)(
  'R28: a link that leads nowhere is answered outside the application when %s',
  async ([, arrange], { expect }) => {
    await visit({ locale: 'de', expectedMessages: /status of 404/ }, async ({ page }) => {
      await page.goto(`${origin}/de/about-us`);
      await arrange(page);
      const stays = await mark(page);
      await page.evaluate(() => {
        const link = Object.assign(document.createElement('a'), { href: '/de/no/such/page', textContent: 'On' });
        document.querySelector('main')?.append(link);
        link.click();
      });
      await page.waitForURL(`${origin}/acquisition/error/404`);
      await expect.poll(() => page.title()).toContain('Maison Cercle');
      expect(await stays()).toBe(false);
      expect(await language(page)).toBe('de');
      expect(await page.locator('main').innerText()).toContain('Page Not Found: /acquisition/error/404');
    });
  },
);

test('a link that leads nowhere shows the page for that in place, under its address in the language of the visitor', async ({
  expect,
}) => {
  await visit({ locale: 'de' }, async ({ page }) => {
    await page.goto(`${origin}/de/about-us`);
    const stays = await mark(page);
    await page.evaluate(() => {
      const link = Object.assign(document.createElement('a'), { href: '/de/no/such/page', textContent: 'On' });
      document.querySelector('main')?.append(link);
      link.click();
    });
    await page.waitForURL(`${origin}/de/error/404`);
    await announced(page);
    expect(await stays()).toBe(true);
    expect(await page.locator('main').innerText()).toContain('404 · Page Not Found: /de/no/such/page');
  });
});
