import type { Page, Request, Route } from 'playwright-core';
import { inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';
import { chunksWith, collectProblems, live, prepared } from '#tests/helpers/islands.ts';

const origin = inject('origin');
const failed = /Failed to load resource/;

/** Fills a live registration in; everything but the last press. */
async function fillIn(page: Page, email: string): Promise<void> {
  await page.goto(`${origin}/invitation?rc=CERCLE-2026`);
  await page.locator('#join-form-firstName').focus();
  await live(page, 'join');
  await page.locator('.segments label').first().click();
  await page.locator('#join-form-firstName').fill('Anne');
  await page.locator('#join-form-lastName').fill('Operation');
  await page.locator('#join-form-email').fill(email);
  await page.locator('#join-form-country').selectOption('FR');
  await page.locator('#join-form-terms').check();
}

/** Fills it in, until it can be sent as an operation. */
async function fillInWhole(page: Page, email: string): Promise<void> {
  await fillIn(page, email);
  await prepared(page);
}

/** What forms sent: paths of posts. */
function posts(requests: readonly Request[]): string[] {
  return requests.filter((request) => request.method() === 'POST').map((request) => new URL(request.url()).pathname);
}

test('A hydrated registration is sent as an operation, once even if submitted twice, and nothing is left to post', async ({
  expect,
}) => {
  await visit({}, async ({ page, requests }) => {
    await fillInWhole(page, 'anne.once@example.com');
    await page.locator('#join-form button[type=submit]').dblclick();
    await page.waitForURL(/\/registration\/formfinished/);
    expect(posts(requests)).toEqual(['/graphql']);
    await expect.poll(() => page.locator('main').textContent()).toContain('anne.once@example.com');
  });
});

test('a code refused by an operation is reported at its field', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${origin}/de/invitation`);
    await page.locator('#join-form-code').fill('UNKNOWN-1');
    await live(page, 'join');
    await page.locator('.segments label').first().click();
    await page.locator('#join-form-firstName').fill('Anne');
    await page.locator('#join-form-lastName').fill('Typed');
    await page.locator('#join-form-email').fill('anne.typed@example.com');
    await page.locator('#join-form-terms').check();
    await prepared(page);
    await page.locator('#join-form button[type=submit]').click();
    await page.locator('#join-form-code[aria-invalid=true]').waitFor();
    expect(posts(requests)).toEqual(['/graphql']);
    await expect.poll(() => page.locator('#join-form-summary').innerText()).toContain('Diesen Code kennen wir nicht');
  });
});

test('too good many attempts are said above the form, which is not posted as one more', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    const register = {
      __typename: 'RegisterOutcome',
      code: 'TOO_MANY_REQUESTS',
      email: null,
      errors: [],
      refusal: null,
      lobbyToken: null,
      retryAfterSeconds: 30,
      next: { __typename: 'NextScreen', goTo: null, asksPage: false },
    };
    await page.route('**/graphql', (route) => route.fulfill({ json: { data: { register } } }));
    await fillInWhole(page, 'anne.often@example.com');
    await page.locator('#join-form button[type=submit]').click();
    await expect.poll(() => page.locator('#join-form-summary').innerText()).toContain('good many attempts');
    expect(posts(requests)).toEqual(['/graphql']);
    expect(await page.locator('#join-form-email').inputValue()).toBe('anne.often@example.com');
  });
});

test('a denial that cannot be shown in place is asked for as a page', async ({ expect }) => {
  await visit({ expectedMessages: failed }, async ({ page, requests }) => {
    // Fails before the body of the page is changed.
    await page.addInitScript(() => {
      CSSStyleSheet.prototype.replaceSync = () => {
        throw new DOMException('No style sheet is possible.', 'NotAllowedError');
      };
    });
    await fillInWhole(page, 'anne.denied@example.com');
    // The code of the link, whose last place was taken meanwhile.
    await page.locator('[name=code][form=join-form]').evaluate((code) => {
      history.replaceState(null, '', '?rc=EMPTY-0');
      code.setAttribute('value', 'EMPTY-0');
    });
    await page.locator('#join-form button[type=submit]').click();
    await page.waitForURL('**/do/register');
    expect(posts(requests)).toEqual(['/graphql', '/do/register', '/do/register']);
    expect(await page.locator('h1').innerText()).toBe('Every key has been given out.');
  });
});

const faults: readonly (readonly [string, string | ((url: URL) => boolean), (route: Route) => Promise<void>])[] = [
  ['is not answered in order', '**/graphql', (route) => route.fulfill({ status: 503, json: { errors: [] } })],
  [
    'is unknown to a newer server',
    '**/graphql',
    (route) => route.fulfill({ status: 400, json: { errors: [{ message: 'There is no document with this id.' }] } }),
  ],
  [
    'is done, but its answer is lost',
    '**/graphql',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
  ],
];

test.for(faults)(
  'a registration whose operation %s is posted, with one effect',
  async ([fault, url, answer], { expect }) => {
    await visit({ expectedMessages: failed }, async ({ page, requests }) => {
      const email = `anne.${fault.replaceAll(/\W+/g, '-')}@example.com`;
      await page.route(url, answer);
      await fillInWhole(page, email);
      await page.locator('#join-form button[type=submit]').click();
      await page.waitForURL(/\/registration\/formfinished/);
      expect(posts(requests).at(-1)).toBe('/do/register');
      await expect.poll(() => page.locator('main').textContent()).toContain(email);
    });
  },
);

test('A registration that is sent before the code of its operation is loaded is posted without waiting', async ({
  expect,
}) => {
  const graphqlFiles = chunksWith('persistedQuery');
  await visit({ expectedMessages: failed }, async ({ page, requests }) => {
    const never = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => graphqlFiles.includes(pathname),
      async (route) => {
        await never.promise;
        await route.abort();
      },
    );
    await fillIn(page, 'anne.early@example.com');
    await page.locator('#join-form button[type=submit]').click();
    await page.waitForURL(/\/registration\/formfinished/);
    expect(posts(requests)).toEqual(['/do/register']);
    await expect.poll(() => page.locator('main').textContent()).toContain('anne.early@example.com');
    never.resolve();
  });
});

test('a registration whose operation has code that cannot be loaded is posted', async ({ expect }) => {
  const graphqlFiles = chunksWith('persistedQuery');
  await visit({ expectedMessages: failed }, async ({ page, requests }) => {
    const problems = await collectProblems(page);
    await page.route(
      ({ pathname }) => graphqlFiles.includes(pathname),
      (route) => route.abort(),
    );
    await fillIn(page, 'anne.codeless@example.com');
    await expect.poll(async () => (await problems()).join()).toContain('operation of the form registration');
    await page.locator('#join-form button[type=submit]').click();
    await page.waitForURL(/\/registration\/formfinished/);
    expect(posts(requests)).toEqual(['/do/register']);
  });
});
