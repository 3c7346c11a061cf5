import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test } from 'vitest';
import { visit, type Visit } from '#tests/helpers/browser.ts';
import { type ForeignGraphql, startForeignGraphql } from '#tests/helpers/foreign-graphql.ts';
import { live, prepared } from '#tests/helpers/islands.ts';
import { type HostedServer, startHostedServer } from '#tests/helpers/hosted-server.ts';

/** Another team's server, at an origin of its own. */
let foreign: ForeignGraphql;
let server: HostedServer;
beforeAll(async () => {
  foreign = await startForeignGraphql({ country: 'SE' });
  server = await startHostedServer({ ACQ_BACKEND_GRAPHQL_URL: foreign.url });
  foreign.allow(server.origin);
});
afterAll(async () => {
  await server.stop();
  foreign.stop();
});
afterEach(() => void foreign.asked.splice(0));

const lost = /Failed to load resource|CORS policy/;

/** What a member brings along, whom the other server signed in. */
async function signIn(page: Page): Promise<void> {
  await page.context().addCookies([{ name: 'apollo:default.token', value: 'a-token', url: server.origin }]);
}

/** Fills the registration in, until it can be sent. */
async function fillIn(page: Page, email: string): Promise<void> {
  await page.goto(`${server.origin}/invitation?rc=CERCLE-2026`);
  await page.locator('#join-form-firstName').focus();
  await live(page, 'join');
  await page.locator('.segments label').first().click();
  await page.locator('#join-form-firstName').fill('Anne');
  await page.locator('#join-form-lastName').fill('Farr');
  await page.locator('#join-form-email').fill(email);
  await page.locator('#join-form-terms').check();
  await prepared(page);
}

/** What this site was asked by posts: nothing, where all goes to the other server. */
const postsHere = ({ requests }: Visit) =>
  requests
    .filter((request) => request.method() === 'POST' && request.url().startsWith(server.origin))
    .map((request) => new URL(request.url()).pathname);

const operations = () => foreign.asked.map(({ body }) => body['operationName']);

test('a registration goes to the other server and nowhere else: after a preflight, with the token and a key, from the country that it says', async ({
  expect,
}) => {
  await visit({}, async (there) => {
    const { page } = there;
    await signIn(page);
    await fillIn(page, 'anne.far@example.com');
    await expect.poll(() => page.locator('#join-form-country').inputValue()).toBe('SE');
    await page.locator('#join-form button[type=submit]').click();
    await page.waitForURL('**/about-us?registered=far');
    expect(postsHere(there)).toEqual([]);
    expect(operations()).toEqual(['countryDetails', 'register']);
    const { headers, body } = foreign.asked.at(-1) ?? { headers: {}, body: {} };
    expect(headers).toMatchObject({ origin: server.origin, authorization: 'Bearer a-token' });
    expect(headers.cookie).toBeUndefined();
    expect(headers['x-source-page']).toBe('/invitation');
    const { variables } = body as { readonly variables: Readonly<Record<string, unknown>> };
    expect(variables['input']).toMatchObject({ email: 'anne.far@example.com', country: 'SE', code: 'CERCLE-2026' });
    expect(variables['idempotencyKey']).toMatch(/^[\da-f-]{36}$/);
    const [preflight] = foreign.preflights;
    expect(preflight?.origin).toBe(server.origin);
    expect(preflight?.headers).toContain('authorization');
  });
});

test('a country that a visitor chose stays, whatever the other server says', async ({ expect }) => {
  await visit({}, async ({ page }) => {
    const asked = page.waitForRequest((request) => request.postData()?.includes('countryDetails') ?? false);
    const held = Promise.withResolvers<void>();
    await page.route(foreign.url, async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goto(`${server.origin}/invitation?rc=CERCLE-2026`);
    await page.locator('#join-form-firstName').fill('Anne');
    await asked;
    await page.locator('#join-form-country').selectOption('FR');
    const answered = page.waitForResponse(foreign.url);
    held.resolve();
    await (await answered).finished();
    await page.locator('#join-form-lastName').fill('Farr');
    expect(await page.locator('#join-form-country').inputValue()).toBe('FR');
  });
});

test('a code is looked up there: a good one leads on, the field of a bad one says why', async ({ expect }) => {
  await visit({}, async (there) => {
    const { page } = there;
    await page.goto(`${server.origin}/code`);
    await page.locator('[name=code]').focus();
    await live(page, 'code');
    await page.locator('[name=code]').fill('FAR-0');
    await page.locator('form[action$="/do/check-code"] button').click();
    await page.locator('[name=code][aria-invalid=true]').waitFor();
    expect(await page.locator('main').innerText()).toContain('Far away nobody knows this code.');
    await page.locator('[name=code]').fill('FAR-1');
    await page.locator('form[action$="/do/check-code"] button').click();
    await page.waitForURL('**/about-us?from=far');
    expect(operations()).toEqual(['checkRegistrationCode', 'checkRegistrationCode']);
    expect(postsHere(there)).toEqual([]);
  });
});

test('an application whose answer is lost says so, is not posted here, and sent again has one effect', async ({
  expect,
}) => {
  await visit({ expectedMessages: lost }, async (there) => {
    const { page } = there;
    await page.goto(`${server.origin}/membership-interest/apply`);
    await page.locator('input[name=email]').focus();
    await live(page, 'apply');
    await page.locator('input[name=email]').fill('anne.twice@example.com');
    await prepared(page);
    const before = foreign.done.size;
    foreign.loseNextAnswer();
    const send = page.locator('form[action$="/do/apply-for-membership"] button[type=submit]');
    await send.click();
    await expect.poll(() => page.locator('main').innerText()).toContain('There is a network issue');
    expect(await page.locator('input[name=email]').inputValue()).toBe('anne.twice@example.com');
    await send.click();
    await page.waitForURL('**/about-us?applied=far');
    expect(operations().filter((name) => name === 'applyForMembership')).toHaveLength(2);
    expect(foreign.done.size).toBe(before + 1);
    expect(postsHere(there)).toEqual([]);
  });
});

test('where the other server answers no page of this origin, the form says that it is not reached', async ({
  expect,
}) => {
  const strict = await startForeignGraphql();
  const elsewhere = await startHostedServer({ ACQ_BACKEND_GRAPHQL_URL: strict.url });
  try {
    await visit({ expectedMessages: lost }, async ({ page }) => {
      await page.goto(`${elsewhere.origin}/membership-interest/apply`);
      await page.locator('input[name=email]').focus();
      // Earlier the browser posts it.
      await live(page, 'apply');
      await page.locator('input[name=email]').fill('anne.kept.out@example.com');
      await page.locator('form[action$="/do/apply-for-membership"] button[type=submit]').click();
      await expect.poll(() => page.locator('main').innerText()).toContain('There is a network issue');
      expect(strict.preflights.length).toBeGreaterThan(0);
      expect(strict.asked).toEqual([]);
    });
  } finally {
    await elsewhere.stop();
    strict.stop();
  }
});
