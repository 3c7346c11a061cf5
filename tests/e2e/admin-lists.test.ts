import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, test } from 'vitest';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import type { Backend } from '#server/app/backend.ts';
import { type AdminServer, startAdminServer } from '#tests/helpers/admin-server.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { tick, visit } from '#tests/helpers/browser.ts';
import { pickSample } from '#tests/helpers/documents.ts';
import { sidewaysScroll } from '#tests/helpers/layout.ts';
import type { HostedServer } from '#tests/helpers/hosted-server.ts';

let admin: AdminServer;
let server: HostedServer;
let backend: Backend;
let subject = '';

beforeAll(async () => {
  admin = await startAdminServer();
  ({ server, backend, subject } = admin);
  for (let entry = 0; entry < 60; entry += 1)
    await backend.staff.note({ actor: subject, action: 'mail.sample', subject: `mail-${entry}` });
  await giveUp(200);
});
afterAll(() => admin.stop());

const open = (page: Page, path: string): Promise<void> => admin.open(page, path);

/** The same, once its list is live. */
async function openLive(page: Page, path: string): Promise<void> {
  await open(page, path);
  await page.locator('vitrine-list[data-live]').first().waitFor();
}

/** Writes this number of undelivered mails. */
async function giveUp(count: number): Promise<void> {
  await backend.members.applyForMembership({
    form: { email: 'anna@example.com', country: 'FR' },
    locale: 'fr',
    network: '192.0.2.1',
  });
  const { db } = backend.ports.database;
  const mail = await db.selectFrom('outbox').selectAll().executeTakeFirstOrThrow();
  const dead = Array.from({ length: count }, (_, index) => ({
    ...mail,
    id: `dead-${index}`,
    message_id: `dead-${index}`,
    status: 'dead' as const,
    last_error: '550 no such user',
  }));
  await db.insertInto('outbox').values(dead).execute();
}

const list = (page: Page) => page.locator('vitrine-list').first();
const settled = (page: Page) => page.locator('vitrine-list:not([aria-busy])').first().waitFor();
/** Of a table, or what a feed has in its place. */
const firstColumn = (page: Page) => list(page).locator('tbody th, li').allInnerTexts();
/** Marks the document: a page that is loaded anew has no mark. */
const mark = (page: Page) => page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
const isSame = (page: Page) => page.evaluate(() => document.documentElement.hasAttribute('data-same'));

describe.concurrent('a list of an admin page', () => {
  test('is sorted in its place, by the keyboard too, keeps the focus, and Back shows the order before', async ({
    expect,
  }) => {
    await visit({ locale: 'en', size: 'desktop' }, async ({ page }) => {
      await openLive(page, '/admin/codes');
      await mark(page);
      await list(page).locator('thead a').first().focus();
      await page.keyboard.press('Enter');
      await page.waitForURL(/sort=label/);
      await list(page).locator('th[aria-sort=ascending]').waitFor();
      const ascending = await firstColumn(page);
      expect(await page.evaluate(() => document.activeElement?.getAttribute('data-way'))).toBe('sort Code');
      await page.keyboard.press('Enter');
      await page.waitForURL(/sort=-label/);
      await expect.poll(() => firstColumn(page)).toEqual(ascending.toReversed());
      expect(ascending.length).toBeGreaterThan(2);
      expect(await list(page).locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
      await page.goBack();
      await expect.poll(() => firstColumn(page)).toEqual(ascending);
      expect([await isSame(page), await accessibilityMistakes(page)]).toEqual([true, []]);
    });
  });

  const sizes = [
    { locale: 'de', size: 'phone', prefix: '/de' },
    { locale: 'pl', size: 'desktop', prefix: '/pl' },
  ] as const;
  test.for(pickSample(sizes, 2))(
    'is filtered and turned over in its place in "$locale" on a $size, and says how much there is',
    async (walk, { expect }) => {
      const { locale, size, prefix } = walk;
      await visit({ locale, size }, async ({ page }) => {
        await openLive(page, `${prefix}/admin/audit`);
        await mark(page);
        await page.locator('[name=action]').selectOption('mail.sample');
        await page.locator('#search-submit').click();
        await page.waitForURL(/action=mail\.sample/);
        await settled(page);
        await expect.poll(() => list(page).locator('output').innerText()).toMatch(/60/);
        const first = await firstColumn(page);
        expect(first).toHaveLength(25);
        await list(page).locator('[rel=next]').click();
        await page.waitForURL(/page=2/);
        await expect.poll(() => firstColumn(page)).toHaveLength(25);
        expect(await page.locator('[name=action]').inputValue()).toBe('mail.sample');
        expect([await isSame(page), await sidewaysScroll(page), await accessibilityMistakes(page)]).toEqual([
          true,
          0,
          [],
        ]);
      });
    },
  );

  test('is busy while it waits and says so, stays as it was when the server does not answer, and can be asked again', async ({
    expect,
  }) => {
    const expectedMessages = /Failed to load resource/;
    await visit({ locale: 'en', size: 'phone', expectedMessages }, async ({ page }) => {
      await openLive(page, '/admin/codes');
      await mark(page);
      const before = await firstColumn(page);
      const held = Promise.withResolvers<void>();
      await page.route('**/graphql', async (route) => {
        await held.promise;
        await route.abort();
      });
      const heading = () => list(page).locator('thead a').first();
      await page.setViewportSize({ width: 1440, height: 900 });
      await heading().click();
      await page.locator('vitrine-list[aria-busy=true]').waitFor();
      const said = () => list(page).locator('output').innerText();
      await expect.poll(said).toBe('Loading…');
      held.resolve();
      await expect.poll(said).toBe('This could not be loaded. Please try again.');
      await settled(page);
      expect([await firstColumn(page), await isSame(page), await accessibilityMistakes(page)]).toEqual([
        before,
        true,
        [],
      ]);
      await page.unroute('**/graphql');
      await heading().click();
      await page.waitForURL(/sort=label/);
      await page.locator('vitrine-list:not([data-wrong])').first().waitFor();
      expect(await isSame(page)).toBe(true);
    });
  });

  test('leads to the sign-in if the session expired meanwhile', async ({ expect }) => {
    await visit({ locale: 'en', size: 'desktop' }, async ({ page }) => {
      await openLive(page, '/admin/codes');
      await page.context().clearCookies();
      await list(page).locator('thead a').first().click();
      await page.waitForURL(/\/admin\/signin\?next=/);
      expect(await page.locator('[name=password]').isVisible()).toBe(true);
    });
  });

  test('shows what has just come in, on whichever page it happened, and keeps the focus and the session’s rest', async ({
    expect,
  }) => {
    await visit({ locale: 'de', size: 'phone' }, async ({ page }) => {
      await openLive(page, '/de/admin/membership-interest');
      await mark(page);
      await list(page).getByText('Stand:').waitFor();
      const email = 'lea@example.com';
      const answer = await fetch(`${server.origin}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          extensions: { persistedQuery: { version: 1, sha256Hash: persistedIds['applyForMembership'] } },
          variables: { email, country: 'DE', locale: 'de' },
        }),
      });
      expect(await answer.json()).toMatchObject({ data: { applyForMembership: { code: 'RECEIVED' } } });
      await list(page).getByText('l…@example.com').waitFor();
      expect([await isSame(page), await sidewaysScroll(page), await accessibilityMistakes(page)]).toEqual([
        true,
        0,
        [],
      ]);
    });
  });

  test('is sorted without a script by loading the page anew', async ({ expect }) => {
    await visit({ locale: 'pl', size: 'desktop', javaScriptEnabled: false }, async ({ page }) => {
      await open(page, '/pl/admin/codes');
      await list(page).locator('thead a').first().click();
      await page.waitForURL(/sort=/);
      expect(await list(page).locator('th[aria-sort]').count()).toBe(1);
    });
  });
});

const counted = [
  { locale: 'en', size: 'desktop', prefix: '', words: ['1 selected', '51 selected'] },
  { locale: 'pl', size: 'phone', prefix: '/pl', words: ['1 zaznaczony wiersz', '51 zaznaczonych wierszy'] },
] as const;
test.for(pickSample(counted, 2, 1))(
  'what is ticked in a list stays over its pages, is counted as "$locale" counts, and is sent together on a $size, without a reload',
  async ({ locale, size, prefix, words: [one, all] }, { expect }) => {
    await visit({ locale, size }, async ({ page }) => {
      await openLive(page, `${prefix}/admin/mails?state=dead`);
      await mark(page);
      const first = page.locator('tbody [type=checkbox]').first();
      const name = (await first.getAttribute('name')) ?? '';
      await tick(first);
      const findStatus = (words: string) => page.locator('[role=status]', { hasText: words });
      await findStatus(one).waitFor();
      await list(page).locator('[rel=next]').click();
      await page.waitForURL(/page=2/);
      await page.locator(`tbody [name="${name}"]`).waitFor({ state: 'detached' });
      await list(page).locator('button[type=button]').first().press('Enter');
      await findStatus(all).waitFor();
      await list(page).locator('[rel=prev]').click();
      expect(await page.locator(`tbody [name="${name}"]`).isChecked()).toBe(true);
      expect([await sidewaysScroll(page), await accessibilityMistakes(page)]).toEqual([0, []]);
      await page.locator('#revive-mails button').press('Enter');
      await page.waitForURL(/done=mailsRevived&n=51/);
      await findStatus(all).waitFor({ state: 'detached' });
      expect([await isSame(page), await page.evaluate(() => document.activeElement?.getAttribute('role'))]).toEqual([
        true,
        'status',
      ]);
    });
  },
);

test('a split that is not checked yet survives a reload, says so, and can be taken back', async ({ expect }) => {
  await visit({ locale: 'de', size: 'phone' }, async ({ page }) => {
    await open(page, '/de/admin/splitgenerator');
    await page.locator('#page').getByRole('button').click();
    await page.waitForURL(/page=/);
    const key = page.locator('#wish [name=key]');
    const weight = page.locator('#wish [name=weight]');
    const note = page.locator('vitrine-draft:defined [role=status]');
    await page.locator('vitrine-draft:defined').waitFor();
    expect(await note.isVisible()).toBe(false);
    const usual = await weight.inputValue();
    await key.fill('autumn-hero');
    await weight.fill('70');
    await note.waitFor();
    await page.reload();
    await note.getByText('Dieser Tab').waitFor();
    expect([await key.inputValue(), await weight.inputValue()]).toEqual(['autumn-hero', '70']);
    expect([await sidewaysScroll(page), await accessibilityMistakes(page)]).toEqual([0, []]);
    await note.getByRole('button').press('Enter');
    await note.waitFor({ state: 'hidden' });
    expect([await key.inputValue(), await weight.inputValue()]).toEqual(['', usual]);
    await page.reload();
    await page.locator('vitrine-draft:defined').waitFor();
    expect([await key.inputValue(), await note.isVisible()]).toEqual(['', false]);
  });
});

describe.concurrent('tokens of programs', () => {
  const walks = [
    { locale: 'en', size: 'desktop', withScript: true, prefix: '' },
    { locale: 'de', size: 'phone', withScript: true, prefix: '/de' },
    { locale: 'pl', size: 'phone', withScript: false, prefix: '/pl' },
  ] as const;
  test.for(pickSample(walks, 2, 0))(
    'are made, shown once and revoked in "$locale" on a $size, with a script: $withScript',
    async (walk, { expect }) => {
      const { locale, size, withScript, prefix } = walk;
      const name = `crm ${locale}`;
      await visit({ locale, size, javaScriptEnabled: withScript, expectedMessages: /422/ }, async ({ page }) => {
        const mistakes = async () => [
          ...(withScript ? await accessibilityMistakes(page) : []),
          ...((await sidewaysScroll(page)) > 0 ? ['scrolls sideways'] : []),
        ];
        await open(page, `${prefix}/admin/tokens?open=create-token`);
        await page.locator('[name=name]').fill(name);
        await page.locator('[name=days]').fill('30');
        await page.locator('#create-token').getByRole('button').click();
        await page.locator('#create-token [aria-invalid]').waitFor();
        expect(await mistakes()).toEqual([]);
        await page.locator('[name=scope-invitations]').check();
        await page.locator('#create-token').getByRole('button').click();
        const value = await page.locator('vitrine-copy input').inputValue();
        expect([value, await mistakes()]).toEqual([expect.stringMatching(/^[\w-]{43}$/), []]);
        expect(await backend.staff.findApiToken(value)).toMatchObject({ permissions: ['invitations'] });
        await page.locator('tr', { hasText: name }).getByRole('link').last().click();
        await page.waitForURL(/revoke=/);
        expect(await mistakes()).toEqual([]);
        await page.locator('#revoke-token').getByRole('button').click();
        await page.waitForURL(/done=tokenRevoked/);
        expect([await page.locator('tr', { hasText: name }).count(), await backend.staff.findApiToken(value)]).toEqual([
          0,
          null,
        ]);
      });
    },
  );
});
