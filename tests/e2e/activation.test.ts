import { mkdtempSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Request } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { live } from '#tests/helpers/islands.ts';
import { type MailServer, startMailServer } from '#tests/helpers/mail-server.ts';
import { activationLink } from '#tests/helpers/mailing-server.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

const folder = mkdtempSync(join(tmpdir(), 'vitrine-activation-'));
let mail: MailServer;
let server: RunningServer;

beforeAll(async () => {
  mail = await startMailServer();
  const env = {
    SMTP_URL: mail.url,
    MAIL_FROM: 'Maison Cercle <hello@example.com>',
    DATA_DIR: folder,
    METRICS_PORT: 'public',
  };
  server = await startServer({ env });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Looks into the database of the running server, or changes it. */
function inDatabase<Row>(look: (database: DatabaseSync) => Row): Row {
  const database = new DatabaseSync(join(folder, 'vitrine.sqlite'), { timeout: 5_000 });
  try {
    return look(database);
  } finally {
    database.close();
  }
}

function readState(email: string): unknown {
  return inDatabase((database) => database.prepare('select state from members where email = ?').get(email)?.['state']);
}

const register = (email: string): Promise<string> => activationLink({ origin: server.origin, mail }, email);

test('Viewing an activation link, with scripts and for a while, changes nothing until the button is used', async ({
  expect,
}) => {
  const link = await register('waiting@example.com');
  await visit({ locale: 'de' }, async ({ page, requests }) => {
    await page.clock.install();
    await page.goto(link, { waitUntil: 'networkidle' });
    const press = page.locator('form[action$="/do/activate"] button[type=submit]');
    await press.hover();
    await press.focus();
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    // Whatever a script does after a while has been done then.
    await page.clock.fastForward('01:00:00');
    expect(readState('waiting@example.com')).toBe('pending');
    await press.click();
    await page.waitForURL('**/registration/gift-voucher');
    expect(readState('waiting@example.com')).toBe('active');
    const sent = requests.filter((request) => request.method() !== 'GET');
    expect(sent.map((request) => new URL(request.url()).pathname)).toEqual(['/de/do/activate']);
  });
});

test('The language of the activation page changes without a reload, and the button still activates', async ({
  expect,
}) => {
  const link = await register('polyglot@example.com');
  await visit({ locale: 'de' }, async ({ page }) => {
    await page.goto(link);
    await page.evaluate(() => Object.assign(window, { marked: true }));
    const token = await page.locator('input[name=token]').inputValue();
    await page.locator('[popovertarget]').filter({ visible: true }).first().click();
    await page.locator('a[hreflang=fr]').filter({ visible: true }).click();
    await page.waitForURL(`${server.origin}/fr/registration/activateaccount`);
    await page.locator('html[lang=fr]').waitFor();
    expect(await page.evaluate(() => Reflect.get(window, 'marked'))).toBe(true);
    expect(await page.locator('input[name=token]').inputValue()).toBe(token);
    expect(readState('polyglot@example.com')).toBe('pending');
    await page.locator('form[action="/fr/do/activate"] button[type=submit]').click();
    await page.waitForURL('**/fr/registration/gift-voucher');
    expect(readState('polyglot@example.com')).toBe('active');
  });
});

test('An expired link offers a new one to its owner, without JavaScript too', async ({ expect }) => {
  const link = await register('late@example.com');
  inDatabase((database) =>
    database.exec(
      `update activation_tokens set created_at = '2020-01-01T00:00:00.000Z', expires_at = '2020-01-02T00:00:00.000Z';
       update outbox set created_at = '2020-01-01T00:00:00.000Z'`,
    ),
  );
  await visit({ locale: 'de', javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(link);
    await page.locator('form[action$="/do/activate"] button[type=submit]').click();
    await page.waitForURL('**/registration/activateaccountError?reason=failed');
    expect(await page.locator('h1').innerText()).toBe('Das Schloss gab nicht nach.');
    expect(await page.locator('main').getByRole('link', { name: 'Kundenservice' }).count()).toBe(1);
    const again = page.locator('form[action$="/do/resend-activation"] button[type=submit]');
    expect((await again.innerText()).trim()).toBe('Neuen Link senden');
    await again.click();
    await page.waitForURL('**/registration/registrationformemailpendingcomplete#sent');
    await expect.poll(() => mail.linkTo('late@example.com')).not.toBe(link);
    await page.goto(await mail.linkTo('late@example.com'));
    await page.locator('form[action$="/do/activate"] button[type=submit]').click();
    await page.waitForURL('**/registration/gift-voucher');
    expect(readState('late@example.com')).toBe('active');
  });
});

test('nothing a visitor typed, and no token of a mail, is in an address or in what the next page learns of it', async ({
  expect,
}) => {
  const email = 'canary@example.com';
  await visit({ locale: 'de', timezoneId: 'Europe/Vienna' }, async ({ page, requests }) => {
    await page.goto(`${server.origin}/de/lean?rc=ANNA-50`);
    await page.locator('#join-form-email').fill(email);
    await live(page, 'join');
    await page.locator('#join-form-email').press('Enter');
    await page.waitForURL('**/registration/formstarted');
    // The way back: the server fills in the first step again, also in another language.
    await page.goBack();
    await page.waitForURL('**/lean?rc=ANNA-50');
    await expect.poll(() => page.locator('#join-form-email').inputValue()).toBe(email);
    await page.goto(`${server.origin}/fr/lean?rc=ANNA-50`);
    await expect.poll(() => page.locator('#join-form-email').inputValue()).toBe(email);
    await expect.poll(() => page.locator('#join-form-country').inputValue()).toBe('AT');
    await page.goto(`${server.origin}/de/registration/formstarted`);
    await page.locator('input[name=firstName]').fill('Canarietta');
    await page.locator('input[name=lastName]').fill('Zwitscher');
    await page.locator('.segments label').first().click();
    await page.locator('input[name=terms]').check();
    await page.locator('input[name=lastName]').press('Enter');
    await page.waitForURL('**/registration/formfinished');
    const link = await mail.linkTo(email);
    const token = new URL(link).searchParams.get('token') ?? '';
    await page.goto(link);
    await expect.poll(() => page.url()).not.toContain(token);
    await page.locator('form[action$="/do/activate"] button[type=submit]').click();
    await page.waitForURL('**/registration/gift-voucher');

    const seen = (request: Request) => [request.url(), request.headers()['referer'] ?? ''];
    const addresses = requests.filter((request) => request.url() !== link).map((request) => request.url());
    const pages = requests
      .filter((request) => request.isNavigationRequest() || request.method() === 'POST')
      .flatMap(seen);
    const leaks = (texts: readonly string[], canaries: readonly string[]): string[] =>
      texts.filter((text) => canaries.some((canary) => decodeURIComponent(text).includes(canary)));
    expect(token.length).toBeGreaterThan(20);
    expect(leaks(addresses, ['canary', 'Canarietta', 'Zwitscher', token])).toEqual([]);
    expect(
      leaks(
        pages.filter((text) => text !== link),
        ['canary', 'Canarietta', 'Zwitscher', token],
      ),
    ).toEqual([]);
    const metrics = await (await fetch(`${server.origin}/metrics`)).text();
    expect(metrics).toContain('vitrine_form_submissions_total{use_case="activate",outcome="done"}');
    expect(leaks([metrics, server.output()], ['canary@', 'Canarietta', 'Zwitscher', token])).toEqual([]);
  });
});
