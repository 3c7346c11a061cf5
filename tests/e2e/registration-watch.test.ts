import type { Page, WebSocket } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { tick, visit } from '#tests/helpers/browser.ts';
import { startForeignGraphql } from '#tests/helpers/foreign-graphql.ts';
import { type MailServer, startMailServer } from '#tests/helpers/mail-server.ts';
import { type HostedServer, startHostedServer } from '#tests/helpers/hosted-server.ts';

let mail: MailServer;
let server: HostedServer;

beforeAll(async () => {
  mail = await startMailServer();
  server = await startHostedServer({ SMTP_URL: mail.url, MAIL_FROM: 'Maison Cercle <hello@example.com>' });
});
afterAll(async () => {
  await server.stop();
  await mail.close();
});

async function register(page: Page, email: string): Promise<void> {
  await page.goto(`${server.origin}/?rc=ANNA-50`);
  const form = page.locator('form[action$="/do/register"]');
  await tick(form.locator('[name=gender]').first());
  await form.locator('[name=firstName]').fill('Zoë');
  await form.locator('[name=lastName]').fill('Blanc');
  await form.locator('[name=email]').fill(email);
  await form.locator('[name=country]').selectOption('SE');
  await tick(form.locator('[name=terms]'));
  await form.locator('button[type=submit]').click();
  await page.waitForURL('**/registration/formfinished');
}

/** By a post to this site, where scripts would send the form to another server. */
async function registerWithoutScript(page: Page, email: string, origin: string): Promise<void> {
  const answer = await page.context().request.post(`${origin}/do/register`, {
    headers: { 'sec-fetch-site': 'same-origin', referer: `${origin}/?rc=ANNA-50` },
    form: { gender: 'woman', firstName: 'Zoë', lastName: 'Blanc', email, country: 'SE', terms: 'on', code: 'ANNA-50' },
  });
  if (!answer.ok()) throw new Error(`The registration was answered with status ${answer.status()}.`);
  await page.goto(`${origin}/registration/formfinished`);
}

/** The next WebSocket of the page, once it learned that the registration waits. */
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
    // What the client must know before its first call is in the page.
    expect(requests.filter((request) => request.url().endsWith('/acquisition/defaults.json'))).toEqual([]);

    let code: string | null = null;
    await visit({}, async ({ page: other }) => {
      await other.goto(await mail.linkTo('watching@example.com'));
      await other.locator('form[action$="/do/activate"] button[type=submit]').click();
      await other.waitForURL('**/registration/gift-voucher');
      code = await other.locator('code').textContent();
    });
    // Anyone who waited is welcomed with the same voucher.
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

test('where another server answers GraphQL, the screen asks once where that is, subscribes there with the token of its cookie, and moves on', async ({
  expect,
}) => {
  const foreign = await startForeignGraphql();
  const env = { ACQ_BACKEND_GRAPHQL_URL: foreign.url, GRAPHQL_WS_URL: foreign.socketUrl };
  const other = await startHostedServer(env);
  try {
    await visit({}, async ({ page, requests }) => {
      const cookie = { name: 'apollo:default.token', value: 'a-token', url: other.origin };
      await page.context().addCookies([cookie]);
      const opened = page.waitForEvent('websocket');
      await registerWithoutScript(page, 'far@example.com', other.origin);
      expect((await opened).url()).toBe(foreign.socketUrl);
      await expect.poll(() => foreign.greetings).toEqual([{ Authorization: 'Bearer a-token' }]);
      const from = requests.findLastIndex((request) => request.isNavigationRequest());
      const shown = () => requests.slice(from).filter((request) => request.isNavigationRequest()).length;
      await expect
        .poll(() => {
          foreign.announce('ACTIVATED');
          return shown();
        })
        .toBeGreaterThan(1);
      const next = requests.findIndex((request, index) => index > from && request.isNavigationRequest());
      const asked = requests.slice(from, next).map((request) => new URL(request.url()).pathname);
      expect(asked.filter((path) => path === '/acquisition/defaults.json')).toHaveLength(1);
      expect(requests.filter((request) => request.url() === `${other.origin}/graphql`)).toEqual([]);
    });
  } finally {
    await other.stop();
    foreign.stop();
  }
});
