import { inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';

const origin = inject('origin');
const ownStatus = /Failed to load resource: the server responded with a status of 403/;
const coupons = { referer: 'https://www.mydealz.de/gutscheine' };

test('a visitor whom a coupon site sends with a code is turned away, and the browser keeps code and referrer (G2)', async ({
  expect,
}) => {
  await visit({ locale: 'de', expectedMessages: ownStatus }, async ({ page }) => {
    const answer = await page.goto(`${origin}/de?rc=ANNA-50`, coupons);
    expect(answer?.status()).toBe(403);
    await page.waitForFunction(() => localStorage.length >= 2);
    expect(await page.evaluate(() => ({ ...localStorage }))).toEqual({ rc: 'ANNA-50', fref: coupons.referer });
    expect(page.url()).not.toContain('mydealz');
  });
});

test('a visitor whom the same site sends without a code is welcome (G2)', async ({ expect }) => {
  await visit({ locale: 'de' }, async ({ page }) => {
    const answer = await page.goto(`${origin}/de`, coupons);
    expect(answer?.status()).toBe(200);
  });
});
