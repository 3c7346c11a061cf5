import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { live } from '#tests/helpers/islands.ts';

const origin = inject('origin');
const dialog = 'vitrine-product dialog[open]';

const query = (page: Page): Promise<string> => page.evaluate(() => location.search);

test('a link to a product opens a dialog, names the product once, and remembers it', async ({ expect }) => {
  await visit({ locale: 'de' }, async ({ page }) => {
    await page.goto(`${origin}/de/social?utm_source=feed`);
    const link = page.locator('#piece a');
    await link.click();
    await page.locator(dialog).waitFor();
    expect(await accessibilityMistakes(page)).toEqual([]);
    await expect.poll(() => query(page)).toBe('?utm_source=feed&pdp=sd-41207');
    await page.keyboard.press('Escape');
    await expect.poll(() => query(page)).toBe('?utm_source=feed');
    await link.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.locator(dialog).waitFor();
    await expect.poll(() => query(page)).toBe('?utm_source=feed&pdp=sd-41207');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.dataset['previousPdp']))
      .toBe('/de/social?utm_source=feed&pdp=sd-41207');
  });
});

test('the address that was typed in the dialog waits in the registration', async ({ expect }) => {
  await visit({ locale: 'en' }, async ({ page }) => {
    await page.goto(`${origin}/viral-product-share?pdp=sd-41207`);
    await page.locator(`${dialog}:modal`).waitFor();
    await page.reload();
    const field = page.locator(`${dialog}:modal [name=email]`);
    await page.locator(`${dialog} .btn-primary`).click();
    // The page's own message, not the browser's.
    await page.locator(`${dialog} .field-message`).waitFor();
    await field.and(page.locator(':focus')).waitFor();
    await field.fill('anne@example.com');
    await page.locator(`${dialog} .btn-primary`).click();
    await page.locator(dialog).waitFor({ state: 'hidden' });
    await live(page, 'join');
    await expect.poll(() => page.locator('#join-form-email').inputValue()).toBe('anne@example.com');
    await page.locator('[name=gender]:focus').waitFor();
  });
});

test('the address that was typed in the dialog corrects what the registration said of it', async ({ expect }) => {
  await visit({ locale: 'en' }, async ({ page }) => {
    await page.goto(`${origin}/social`);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await page.locator('#join-form button[type=submit]').click();
    await page.locator('#join-form-email[aria-invalid=true]').waitFor();
    await page.locator('#piece a').click();
    await page.locator(`${dialog} [name=email]`).fill('anne@example.com');
    await page.locator(`${dialog} .btn-primary`).click();
    await page.locator('#join-form-email:not([aria-invalid])').waitFor();
    await expect.poll(() => page.locator('#join-form-summary').innerText()).not.toContain('email');
  });
});

test('a dialog that takes the place of another one opens by the same links', async ({ expect }) => {
  await visit({ locale: 'en' }, async ({ page }) => {
    await page.goto(`${origin}/social`);
    // As a navigation does: the new one is there before the old one goes.
    await page.locator('vitrine-product').evaluate((old) => {
      old.after(old.cloneNode(true));
      old.remove();
    });
    await page.evaluate(() => Object.assign(window, { same: true }));
    await page.locator('#piece a').click();
    await page.locator(`${dialog}:modal`).waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'same'))).toBe(true);
  });
});

test('without JavaScript the address opens the dialog, and its form the registration', async ({ expect }) => {
  await visit({ locale: 'pl', javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(`${origin}/pl/social?rc=ANNA-50`);
    await page.locator('#piece a').click();
    await page.waitForURL(({ search }) => search === '?pdp=sd-41207&rc=ANNA-50');
    expect(await page.locator('#piece a').getAttribute('href')).toBe('?pdp=sd-41207&rc=ANNA-50#join');
    await page.locator(`${dialog} [name=email]`).fill('anna@example.com');
    await page.locator(`${dialog} .btn-primary`).click();
    await page.waitForURL('**/pl/do/become-member#join');
    expect(await page.locator('#join-form-email').inputValue()).toBe('anna@example.com');
    expect(await page.locator(dialog).count()).toBe(0);
  });
});
