import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Backend } from '#server/app/backend.ts';
import { PASSWORD } from '#tests/helpers/admin-visitor.ts';
import { type AdminServer, startAdminServer } from '#tests/helpers/admin-server.ts';
import { addCode, request } from '#tests/helpers/backend.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { sidewaysScroll } from '#tests/helpers/layout.ts';

let admin: AdminServer;
let backend: Backend;

beforeAll(async () => {
  admin = await startAdminServer();
  ({ backend } = admin);
  await addCode(backend, 'FORMS', 9);
  await backend.members.register(request({ code: 'FORMS', email: 'eva@example.com' }));
});
afterAll(() => admin.stop());

/** Opens a page and marks it: one that is loaded anew has no mark. */
async function open(page: Page, path: string): Promise<void> {
  await admin.open(page, path);
  // Until then a form is sent by the browser itself.
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
}
const isSame = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-same'));
const press = (page: Page, form: string) => page.locator(`#${form} button[type=submit]`).press('Enter');
const programs = async (name: string): Promise<number> =>
  (await backend.staff.listApiTokens()).filter((each) => each.name === name).length;

async function fillToken(page: Page, name: string, prefix = ''): Promise<void> {
  await open(page, `${prefix}/admin/tokens?open=create-token`);
  await page.locator('[name=name]').fill(name);
  await page.locator('[name=days]').fill('30');
  await page.locator('[name=scope-invitations]').check();
}

test('A form that is submitted again while it is being sent is sent once', async () => {
  await visit({ locale: 'en', size: 'desktop' }, async ({ page, requests }) => {
    await fillToken(page, 'pressed twice');
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/do/admin/create-token', async (route) => {
      await held;
      await route.continue();
    });
    await press(page, 'create-token');
    await page.locator('#create-token[aria-busy=true]').waitFor();
    await press(page, 'create-token');
    release?.();
    await page.locator('vitrine-copy input').waitFor();
    expect([await programs('pressed twice'), await isSame(page)]).toEqual([1, true]);
    expect(requests.filter((each) => each.method() === 'POST' && each.url().includes('create-token'))).toHaveLength(1);
  });
});

test('what is shown once is shown although the site was deployed between the page and its form', async () => {
  // It reads as a document, which is none of this page's.
  const expectedMessages = /Applying inline style/;
  await visit({ locale: 'de', size: 'phone', expectedMessages }, async ({ page }) => {
    await fillToken(page, 'deployed');
    await page.route('**/do/admin/create-token', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/<style([^>]*)>/, '<style$1>/* of the next release */');
      await route.fulfill({ response: answer, body });
    });
    await press(page, 'create-token');
    const value = await page.locator('vitrine-copy input').inputValue();
    expect(await backend.staff.findApiToken(value)).toMatchObject({ permissions: ['invitations'] });
    expect(await programs('deployed')).toBe(1);
  });
});

test('a form whose session has ended leads to the sign-in, and stands there again with all that was typed', async () => {
  await visit({ locale: 'en', size: 'phone' }, async ({ page }) => {
    await fillToken(page, 'ended');
    await page.context().clearCookies();
    await press(page, 'create-token');
    await page.waitForURL(/\/admin\/signin\?next=/);
    await page.locator('[name=email]').fill(admin.email);
    await page.locator('[name=password]').fill(PASSWORD);
    await press(page, 'sign-in');
    await page.waitForURL(/\/admin\/tokens\?kept=/);
    const typed = page.locator('#create-token');
    expect(await typed.locator('[name=name]').inputValue()).toBe('ended');
    expect(await typed.locator('[name=scope-invitations]').isChecked()).toBe(true);
    await press(page, 'create-token');
    await page.locator('vitrine-copy input').waitFor();
    expect(await programs('ended')).toBe(1);
  });
});

test('a person is taken away as a file, and the page stays as it is', async () => {
  await visit({ locale: 'pl', size: 'phone' }, async ({ page }) => {
    await open(page, '/pl/admin/people');
    await page.locator('[name=search]').fill('eva@example.com');
    await page.locator('main form').first().getByRole('button').press('Enter');
    await page.locator('form[action$="open-person"] button').first().press('Enter');
    const exported = page.locator('form[action$="export-person"] button');
    await exported.waitFor();
    const download = page.waitForEvent('download');
    await exported.press('Enter');
    const file = await download;
    expect(file.suggestedFilename()).toBe('person.json');
    const stored: unknown = JSON.parse(await text(await file.createReadStream()));
    expect(JSON.stringify(stored)).toContain('eva@example.com');
    await exported.waitFor();
    expect(await isSame(page)).toBe(true);
  });
});

test('codes are imported from a file: looked at first, then written, without a reload', async () => {
  await visit({ locale: 'de', size: 'desktop' }, async ({ page }) => {
    await open(page, '/de/admin/codes');
    await page.locator('details:has(#check-codes) > summary').click();
    const csv = 'code,name,places\nSHEETA,Anna,5\nSHEETB,Anna,nine\n';
    await page
      .locator('#check-codes [name=file]')
      .setInputFiles({ name: 'codes.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await press(page, 'check-codes');
    await page.locator('form[action$="import-codes"]').waitFor();
    expect(await page.locator('main').innerText()).toContain('SHEETB');
    await page.locator('form[action$="import-codes"] button').press('Enter');
    await page.waitForURL(/done=/);
    expect(await isSame(page)).toBe(true);
    expect(await page.locator('main').innerText()).toContain('SHEETA');
  });
});

test('without a network a form stays as it was filled in, says so, and is sent once the network is back', async () => {
  const expectedMessages = /ERR_INTERNET_DISCONNECTED/;
  await visit({ locale: 'de', size: 'phone', expectedMessages }, async ({ page }) => {
    await fillToken(page, 'offline', '/de');
    await page.context().setOffline(true);
    await press(page, 'create-token');
    await page.locator('#create-token [role=alert]', { hasText: 'ließ sich nicht senden' }).waitFor();
    expect([await page.locator('[name=name]').inputValue(), await isSame(page)]).toEqual(['offline', true]);
    expect([await sidewaysScroll(page), await accessibilityMistakes(page)]).toEqual([0, []]);
    await page.context().setOffline(false);
    await press(page, 'create-token');
    await page.locator('vitrine-copy input').waitFor();
    expect([await page.locator('#create-token [role=alert]').count(), await programs('offline')]).toEqual([0, 1]);
  });
});
