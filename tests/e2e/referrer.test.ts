import { inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { holdIslands, live } from '#tests/helpers/islands.ts';

const origin = inject('origin');
const ownStatus = /Failed to load resource: the server responded with a status of 403/;
const coupons = { referer: 'https://www.mydealz.de/gutscheine' };

test('A visitor from a coupon site with a code is refused, and the browser stores code and referrer (G2)', async ({
  expect,
}) => {
  await visit({ locale: 'de', expectedMessages: ownStatus }, async ({ page }) => {
    const answer = await page.goto(`${origin}/de?rc=ANNA-50`, coupons);
    expect(answer?.status()).toBe(403);
    await expect
      .poll(() => page.evaluate(() => ({ ...localStorage })))
      .toEqual({ rc: 'ANNA-50', fref: coupons.referer });
    expect(page.url()).not.toContain('mydealz');
    // The next one takes the place of the first.
    const second = 'https://www.gutscheinsammler.de/mode';
    await page.goto(`${origin}/de/ANNA-50.`, { referer: second });
    await expect.poll(() => page.evaluate(() => ({ ...localStorage }))).toEqual({ rc: 'ANNA-50', fref: second });

    // The server judges what the browser keeps: that code stays refused, another one is not (B2).
    await page.goto(`${origin}/de/code`);
    const field = page.locator('input[name=code]');
    await field.fill('anna50');
    await live(page, 'code');
    await field.press('Enter');
    await page.locator('#code [aria-invalid=true]').waitFor();
    await expect.poll(() => page.locator('#code').innerText()).toContain('nicht geteilt werden dürfen');
    await field.fill('CERCLE-2026');
    await field.press('Enter');
    await page.waitForURL(/rc=CERCLE-2026/);
  });
});

test('a code that the browser keeps as refused stays refused when its form is sent before it is live (B2)', async ({
  expect,
}) => {
  await visit({ locale: 'de', expectedMessages: /status of (?:403|422)/ }, async ({ page }) => {
    await page.goto(`${origin}/de?rc=ANNA-50`, coupons);
    await expect.poll(() => page.evaluate(() => localStorage.getItem('fref'))).toBe(coupons.referer);
    await holdIslands(page);
    await page.goto(`${origin}/de/code`);
    await page.locator('input[name=code]').fill('anna50');
    await page.locator('input[name=code]').press('Enter');
    await page.locator('#code [aria-invalid=true]').waitFor();
    expect(await page.locator('#code').innerText()).toContain('nicht geteilt werden dürfen');
  });
});

test('A visitor from the same site without a code is accepted (G2)', async ({ expect }) => {
  await visit({ locale: 'de' }, async ({ page }) => {
    const answer = await page.goto(`${origin}/de`, coupons);
    expect(answer?.status()).toBe(200);
  });
});
