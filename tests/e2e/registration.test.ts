import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { test } from 'vitest';
import { tick, visit } from '#tests/helpers/browser.ts';
import { refuseStatistics } from '#tests/helpers/consent.ts';
import { mailingServer } from '#tests/helpers/mailing-server.ts';

const server = mailingServer();

/** Images take most of a page's time and none of its forms. */
async function withoutImages(page: Page): Promise<void> {
  await page.route(/\.(?:avif|webp|jpe?g)$/, (route) => route.fulfill({ contentType: 'image/gif', body: DOT }));
}

const DOT = Buffer.from('R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==', 'base64');

/** Both ways; the other languages and flows are walked from the documents, in `journey-flows.test.ts`. */
const journeys = [
  { locale: 'de', javaScriptEnabled: false, with: 'without' },
  { locale: 'it', javaScriptEnabled: true, with: 'with' },
] as const;

test.concurrent.for(journeys.map((journey, index) => ({ ...journey, index })))(
  'from the code to the active account in $locale, $with JavaScript',
  async ({ locale, javaScriptEnabled, index }, { expect }) => {
    const prefix = `/${locale}`;
    // A second try of this test is another visitor.
    const email = `visitor-${randomUUID()}@example.com`;
    const options = { locale, javaScriptEnabled, extraHTTPHeaders: { 'x-forwarded-for': `192.0.2.${index + 1}` } };
    const activation = await visit(options, async ({ page }) => {
      await withoutImages(page);
      const path = (): string => new URL(page.url()).pathname;
      await page.goto(`${server.origin}${prefix}`);
      await refuseStatistics(page);
      const code = page.locator('form[action$="/do/check-code"]');
      await code.locator('[name=code]').fill('anna-50');
      await code.locator('button').click();
      await page.waitForURL(/rc=ANNA-50/);

      const form = page.locator('form[action$="/do/register"]');
      await tick(form.locator('[name=gender]').first());
      await form.locator('[name=firstName]').fill('Zoë');
      await form.locator('[name=lastName]').fill("O'Neill");
      await form.locator('[name=email]').fill(email);
      await form.locator('[name=country]').selectOption('SE');
      await tick(form.locator('[name=terms]'));
      await form.locator('button[type=submit]').click();
      await page.waitForURL('**/registration/formfinished');
      expect(path()).toBe(`${prefix}/registration/formfinished`);
      expect(await page.locator('main').innerText()).toContain(email);

      const link = await server.mail.linkTo(email);
      expect(link).toMatch(new RegExp(`^${server.origin}${prefix}/registration/activateaccount\\?token=`));
      await page.goto(link);
      const press = page.locator('form[action$="/do/activate"] button[type=submit]');
      await press.click();
      await page.waitForURL('**/registration/gift-voucher');
      expect(await page.locator('code').innerText()).toMatch(/^[0-9A-Z-]{14}$/);
      expect(await page.locator('html').getAttribute('lang')).toBe(locale);
      return link;
    });
    // The newest mail is the voucher's; the link pressed once more by its owner ends at the same voucher.
    await visit(options, async ({ page }) => {
      await withoutImages(page);
      await page.goto(activation);
      await page.locator('form[action$="/do/activate"] button[type=submit]').click();
      await page.waitForURL('**/registration/gift-voucher');
    });
  },
);

test('what is refused without JavaScript keeps everything that was typed, also the second time', async ({ expect }) => {
  const headers = { 'x-forwarded-for': '198.51.100.1' };
  const options = { locale: 'de', javaScriptEnabled: false, extraHTTPHeaders: headers, expectedMessages: /422/ };
  await visit(options, async ({ page }) => {
    await page.goto(`${server.origin}/de?rc=ANNA-50`);
    const form = page.locator('form[action$="/do/register"]');
    await form.locator('[name=firstName]').fill('Zoë');
    await form.locator('[name=lastName]').fill('1234');
    await form.locator('[name=email]').fill('zoe@example.com');
    for (let sent = 0; sent < 2; sent += 1) {
      // The answer to the second press has the same address as the first one's; only its form is a new one.
      await form.evaluate((element) => element.setAttribute('data-sent', ''));
      await form.locator('button[type=submit]').click();
      await page.locator('form[action$="/do/register"]:not([data-sent])').waitFor();
      await page.waitForURL('**/de/do/register*');
      expect(await form.locator('[name=firstName]').inputValue()).toBe('Zoë');
      expect(await form.locator('[name=email]').inputValue()).toBe('zoe@example.com');
      expect(await form.locator('[name=lastName]').getAttribute('aria-invalid')).toBe('true');
      expect(await form.locator('[role=alert]').count()).toBe(1);
    }
  });
});

test('without JavaScript what was typed on an invitation is there after Back from a refusal', async ({ expect }) => {
  const headers = { 'x-forwarded-for': '198.51.100.2' };
  const options = { locale: 'de', javaScriptEnabled: false, extraHTTPHeaders: headers, expectedMessages: /422/ };
  await visit(options, async ({ page }) => {
    const invitation = `${server.origin}/de/ANNA-50`;
    await page.goto(invitation);
    const form = page.locator('form[action$="/do/register"]');
    const typed = { firstName: 'Zoë', lastName: '1234', email: 'zoe@example.com' };
    const read = async () => {
      const values: Record<string, string> = {};
      for (const name of Object.keys(typed)) values[name] = await form.locator(`[name=${name}]`).inputValue();
      return { ...values, woman: await form.locator('[name=gender][value=woman]').isChecked() };
    };
    for (const [name, value] of Object.entries(typed)) await form.locator(`[name=${name}]`).fill(value);
    await tick(form.locator('[name=gender][value=woman]'));
    await form.locator('button[type=submit]').click();
    await page.waitForURL('**/de/do/register*');
    await page.goBack();
    await page.waitForURL(invitation);
    await expect.poll(read).toEqual({ ...typed, woman: true });
  });
});
