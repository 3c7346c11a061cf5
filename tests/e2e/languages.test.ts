import { expect, inject, test } from 'vitest';
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

test('the language a visitor chose wins over the browser’s (R21)', async () => {
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
