import type { Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { type MailServer, startMailServer } from '#tests/helpers/mail-server.ts';
import { type RunningServer, startServer } from '#tests/helpers/server.ts';

let mail: MailServer;
let server: RunningServer;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startServer({ env: { SMTP_URL: mail.url, MAIL_FROM: 'Maison Cercle <hello@example.com>' } });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});

async function register(page: Page, email: string): Promise<void> {
  await page.goto(`${server.origin}/?rc=ANNA-50`);
  const form = page.locator('form[action$="/do/register"]');
  await form.locator('[name=gender]').first().check({ force: true });
  await form.locator('[name=firstName]').fill('Zoë');
  await form.locator('[name=lastName]').fill('Blanc');
  await form.locator('[name=email]').fill(email);
  await form.locator('[name=country]').selectOption('SE');
  await form.locator('[name=terms]').check({ force: true });
  await form.locator('button[type=submit]').click();
  await page.waitForURL('**/registration/formfinished');
}

/** The next WebSocket of the page, once it was told that the registration waits. */
function watchedBy(page: Page): Promise<WebSocket> {
  return new Promise((resolve) => {
    page.once('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        if (String(payload).includes('FINISHED')) resolve(socket);
      }),
    );
  });
}

test('the "verify your email" screen moves on by itself when the link is opened in another browser', async ({
  expect,
}) => {
  await visit({}, async ({ page, requests }) => {
    const watched = watchedBy(page);
    await register(page, 'watching@example.com');
    const socket = await watched;
    expect(socket.url()).toBe(`${server.origin.replace('http', 'ws')}/graphql`);
    // The client's settings are asked for before its first call.
    const opened = requests.findLastIndex((request) => request.isNavigationRequest());
    const defaults = requests.slice(opened).filter((request) => request.url().endsWith('/acquisition/defaults.json'));
    expect(defaults).toHaveLength(1);

    let code: string | null = null;
    await visit({}, async ({ page: other }) => {
      await other.goto(await mail.linkTo('watching@example.com'));
      await other.locator('form[action$="/do/activate"] button[type=submit]').click();
      await other.waitForURL('**/registration/gift-voucher');
      code = await other.locator('code').textContent();
    });
    // Whoever waited is welcomed with the same voucher.
    await page.waitForURL('**/registration/gift-voucher');
    expect(await page.locator('code').textContent()).toBe(code);
  });
});

test('a visitor who opens the screen again is watched again, until the screen goes', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const first = watchedBy(page);
    await register(page, 'leaving@example.com');
    await first;
    const second = watchedBy(page);
    await page.reload();
    const socket = await second;
    const closed = socket.waitForEvent('close');
    // As the navigation inside the app does.
    await page.locator('vitrine-watch').evaluate((element) => element.remove());
    await closed;
    expect(socket.isClosed()).toBe(true);
  });
});
