import { expect, inject, test } from 'vitest';
import type { Page } from 'playwright-core';
import { visit } from '#tests/helpers/browser.ts';

const origin = inject('origin');
const hour = 3600;

test('a visitor whose browser speaks Polish lands on the Polish page (R21)', async () => {
  await visit({ locale: 'pl-PL' }, async ({ page }) => {
    await page.goto(`${origin}/`);
    expect(new URL(page.url()).pathname).toBe('/pl');
    expect(await page.locator('html').getAttribute('lang')).toBe('pl');
  });
});

test('The language a visitor chose takes precedence over the browser’s (R21)', async () => {
  await visit({ locale: 'pl-PL' }, async ({ page }) => {
    await page.context().addCookies([{ name: 'lang', value: 'sv', url: origin, expires: Date.now() / 1000 + hour }]);
    await page.goto(`${origin}/about-us`);
    expect(new URL(page.url()).pathname).toBe('/sv/about-us');
  });
});

test('an address with a language is never redirected (R21)', async () => {
  await visit({ locale: 'pl-PL' }, async ({ page }) => {
    await page.goto(`${origin}/de/about-us`);
    expect(new URL(page.url()).pathname).toBe('/de/about-us');
  });
});

test('a browser that speaks no available language reads English (R21)', async () => {
  await visit({ locale: 'ja-JP' }, async ({ page }) => {
    await page.goto(`${origin}/`);
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.locator('html').getAttribute('lang')).toBe('en');
  });
});

test('the language menu leads to the same page in the chosen language, which is remembered', async () => {
  await visit({ locale: 'en-GB', size: 'desktop' }, async ({ page }) => {
    await page.goto(`${origin}/about-us`);
    await page.locator('header :is(summary, button):visible').first().click();
    await page.locator('header a[hreflang="fr"]:visible').click();
    await page.waitForURL(/\/fr\/about-us(\?|$)/);
    const chosen = async () => (await page.context().cookies()).find(({ name }) => name === 'lang')?.value;
    await expect.poll(chosen).toBe('fr');
    await page.goto(`${origin}/`);
    expect(new URL(page.url()).pathname).toBe('/fr');
  });
});

/** Chooses a language in the menu of the page. */
async function choose(page: Page, locale: string): Promise<void> {
  const link = page.locator(`a[hreflang="${locale}"]`);
  if (!(await link.first().isVisible()))
    await page.locator(':is(header, footer) :is(summary, button):visible').first().click();
  await link.locator('visible=true').first().click();
  await expect.poll(() => page.locator('html').getAttribute('lang')).toBe(locale);
}

const path = (page: Page): string => new URL(page.url()).pathname + new URL(page.url()).hash;
const words = (page: Page): Promise<string> => page.locator('h1').innerText();

test.each(['/de/ANNA-50', '/de/FULL-50', '/de/black-friday?utm_source=mail&x=1#after', '/de/no/such/page'])(
  'another language keeps the address %s, also after a reload and on the way back (R23)',
  async (address) => {
    await visit({ size: 'desktop', expectedMessages: /40[34]/ }, async ({ page }) => {
      await page.goto(origin + address);
      const before = [path(page), await words(page)];
      await choose(page, 'nl');
      expect(path(page)).toBe(before[0]?.replace('/de/', '/nl/'));
      const after = await words(page);
      expect(after).not.toBe(before[1]);
      await page.reload();
      expect([path(page), await words(page)]).toEqual([before[0]?.replace('/de/', '/nl/'), after]);
      await page.goBack();
      await expect.poll(() => path(page)).toBe(before[0]);
    });
  },
);

test.each(['/de/FULL-50', '/de/EMPTY-0', '/de/no/such/page'])(
  'another language says the same at %s without a script (R23)',
  async (address) => {
    await visit({ javaScriptEnabled: false, expectedMessages: /40[34]/ }, async ({ page }) => {
      await page.goto(`${origin}${address.replace('/de/', '/fr/')}`);
      const inFrench = await words(page);
      await page.goto(origin + address);
      await choose(page, 'fr');
      expect(await words(page)).toBe(inFrench);
      await page.reload();
      expect(await words(page)).toBe(inFrench);
    });
  },
);
