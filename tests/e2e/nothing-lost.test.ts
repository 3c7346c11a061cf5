import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { tick, visit } from '#tests/helpers/browser.ts';
import { holdIslands, live } from '#tests/helpers/islands.ts';
import { activationLink, mailingServer } from '#tests/helpers/mailing-server.ts';

const origin = inject('origin');
const server = mailingServer();

/** Everything that the form of an invitation asks for. */
const typed = { firstName: 'Zoë', lastName: 'Blanc', email: 'zoe@example.com', country: 'CH' };
const chosen = { woman: true, man: false, newsletter: true, terms: true };

const form = (page: Page) => page.locator('form[action$="/do/register"]');
const box = (page: Page, name: string) =>
  form(page).locator(name === 'woman' || name === 'man' ? `[name=gender][value=${name}]` : `[name=${name}]`);

async function fillIn(page: Page): Promise<void> {
  const { country, ...texts } = typed;
  for (const [name, value] of Object.entries(texts)) await box(page, name).fill(value);
  await box(page, 'country').selectOption(country);
  for (const [name, isChosen] of Object.entries(chosen)) if (isChosen) await tick(box(page, name));
}

async function read(page: Page): Promise<Readonly<Record<string, string | boolean>>> {
  const found: Record<string, string | boolean> = {};
  for (const name of Object.keys(typed)) found[name] = await box(page, name).inputValue();
  for (const name of Object.keys(chosen)) found[name] = await box(page, name).isChecked();
  return found;
}

test('the whole form of an invitation survives a reload and Back', async ({ expect }) => {
  await visit({ locale: 'de' }, async ({ page }) => {
    await page.goto(`${origin}/de/ANNA-50`);
    await fillIn(page);
    await live(page, 'join');
    await page.reload();
    await expect.poll(() => read(page)).toEqual({ ...typed, ...chosen });
    await page.goto(`${origin}/de/privacy`);
    await page.goBack();
    await page.waitForURL('**/de/ANNA-50');
    await expect.poll(() => read(page)).toEqual({ ...typed, ...chosen });
  });
});

// A reload without a script is the browser's own: Firefox keeps what was typed, Chromium does not, whatever a page says.
test.for([
  { what: 'before it lives', javaScriptEnabled: true },
  { what: 'without a script', javaScriptEnabled: false },
])('the whole form of an invitation survives Back $what', async ({ javaScriptEnabled }, { expect }) => {
  await visit({ locale: 'de', javaScriptEnabled }, async ({ page }) => {
    if (javaScriptEnabled) await holdIslands(page);
    await page.goto(`${origin}/de/ANNA-50`);
    await fillIn(page);
    await page.goto(`${origin}/de/privacy`);
    await page.goBack();
    await page.waitForURL('**/de/ANNA-50');
    await expect.poll(() => read(page)).toEqual({ ...typed, ...chosen });
  });
});

test.for([true, false])(
  'Two quick activations end at the voucher, on a device without the registration (script: %s)',
  async (javaScriptEnabled, { expect }) => {
    const link = await activationLink(server, `pressing-${randomUUID()}@example.com`);
    await visit({ locale: 'de', javaScriptEnabled }, async ({ page }) => {
      await page.goto(link);
      await page.locator('form[action$="/do/activate"] button[type=submit]').dblclick();
      await page.waitForURL('**/de/registration/gift-voucher');
      await expect.poll(() => page.locator('code').innerText()).toMatch(/^[0-9A-Z-]{14}$/);
    });
  },
);

test('A repeated activation after a lost response ends at the voucher, without a script too', async ({ expect }) => {
  const link = await activationLink(server, `cut-off-${randomUUID()}@example.com`);
  const token = new URL(link).searchParams.get('token') ?? '';
  await fetch(`${server.origin}/de/do/activate`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', referer: link },
    body: new URLSearchParams({ token }),
    redirect: 'manual',
  });
  await visit({ locale: 'de', javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(link);
    await page.locator('form[action$="/do/activate"] button[type=submit]').click();
    await page.waitForURL('**/de/registration/gift-voucher');
    expect(await page.locator('code').innerText()).toMatch(/^[0-9A-Z-]{14}$/);
  });
});

test('a confirmation in another tab of the same browser ends the waiting screen at the voucher', async ({ expect }) => {
  await visit({ locale: 'de' }, async ({ page }) => {
    await page.goto(`${server.origin}/de/ANNA-50`);
    const email = `tabs-${randomUUID()}@example.com`;
    await fillIn(page);
    await box(page, 'email').fill(email);
    await live(page, 'join');
    await form(page).locator('button[type=submit]').click();
    await page.waitForURL('**/de/registration/formfinished');
    const other = await page.context().newPage();
    await other.goto(await server.mail.linkTo(email));
    await other.locator('form[action$="/do/activate"] button[type=submit]').click();
    await other.waitForURL('**/de/registration/gift-voucher');
    await page.waitForURL('**/de/registration/gift-voucher');
    expect(await page.locator('code').innerText()).toBe(await other.locator('code').innerText());
  });
});

test('the page of a link whose token has left the address survives a reload and Back', async ({ expect }) => {
  const link = await activationLink(server, `reloaded-${randomUUID()}@example.com`);
  await visit({ locale: 'de' }, async ({ page }) => {
    const confirm = page.locator('form[action$="/do/activate"] button[type=submit]');
    await page.goto(link);
    await page.waitForURL('**/de/registration/activateaccount');
    await page.reload();
    await confirm.waitFor();
    await page.goto(`${server.origin}/de/about-us`);
    await page.goBack();
    await confirm.waitFor();
    await page.waitForURL('**/de/registration/activateaccount');
    await confirm.click();
    await page.waitForURL('**/de/registration/gift-voucher');
    expect(await page.locator('code').innerText()).toMatch(/^[0-9A-Z-]{14}$/);
  });
});

test('a connection that breaks at every step loses nothing: what was typed is still there, and the next try goes on', async ({
  expect,
}) => {
  await visit({ locale: 'de', expectedMessages: /ERR_INTERNET_DISCONNECTED/ }, async ({ page }) => {
    const device = page.context();
    const email = `broken-${randomUUID()}@example.com`;
    const code = page.locator('#code input[name=code]');
    await page.goto(`${server.origin}/de/code`);

    // Nothing of the form's code is there yet, so that the browser says it.
    await device.setOffline(true);
    await code.fill('ANNA-50');
    await code.press('Enter');
    await page.waitForURL(/^chrome-error:/);
    await device.setOffline(false);
    await page.goBack();
    await expect.poll(() => code.inputValue(), { timeout: 10_000 }).toBe('ANNA-50');
    // A page that the browser kept as it was does not ask for code again that it did not get.
    await page.reload();
    await code.focus();
    await live(page, 'code');
    await code.fill('ANNA-50');
    await device.setOffline(true);
    await code.press('Enter');
    await page.locator('#code [role=alert]', { hasText: 'Internetverbindung' }).waitFor();
    expect(await code.inputValue()).toBe('ANNA-50');
    await device.setOffline(false);
    await code.press('Enter');

    await form(page).waitFor();
    await fillIn(page);
    await box(page, 'email').fill(email);
    await live(page, 'join');
    await device.setOffline(true);
    await form(page).locator('button[type=submit]').click();
    const summary = form(page).locator('[role=alert]');
    await summary.getByText('Ihre Angaben bleiben erhalten.').waitFor();
    expect(await read(page)).toEqual({ ...typed, ...chosen, email });
    await device.setOffline(false);
    await form(page).locator('button[type=submit]').click();
    await page.waitForURL('**/de/registration/formfinished');

    // The waiting screen misses the confirmation, and learns of it later: whether or not it was connected already.
    await page.evaluate(() => customElements.whenDefined('vitrine-watch').then(() => undefined));
    const link = await server.mail.linkTo(email);
    await device.setOffline(true);
    await visit({ locale: 'de', expectedMessages: /ERR_INTERNET_DISCONNECTED/ }, async ({ page: other }) => {
      const confirm = other.locator('form[action$="/do/activate"] button[type=submit]');
      await other.goto(link);
      await other.context().setOffline(true);
      await confirm.click();
      await other.waitForURL(/^chrome-error:/);
      await other.context().setOffline(false);
      await other.goBack();
      await confirm.click();
      await other.waitForURL('**/de/registration/gift-voucher');
    });
    await device.setOffline(false);
    await page.waitForURL('**/de/registration/gift-voucher');
  });
});
