import type { Page, Request } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRouteTable } from '#engine/routing/route-table.ts';
import type { Backend } from '#server/app/backend.ts';
import { getPermissions, type StaffGroup, staffGroups } from '#server/staff/permissions.ts';
import { type AdminServer, startAdminServer } from '#tests/helpers/admin-server.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { PASSWORD } from '#tests/helpers/admin-visitor.ts';
import { addCode, request } from '#tests/helpers/backend.ts';
import { visit } from '#tests/helpers/browser.ts';
import { pickSample } from '#tests/helpers/documents.ts';
import { everything } from '#tests/helpers/everything.ts';
import { sidewaysScroll } from '#tests/helpers/layout.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import type { HostedServer } from '#tests/helpers/hosted-server.ts';

const EMAIL = 'anna@example.com';

/** Pages of staff users, without a language. */
const site = await projectSite();
const pages = [...createRouteTable(site).routes.keys()].filter((path) => /^\/admin(?:\/|$)/.test(path));

let admin: AdminServer;
let server: HostedServer;
let backend: Backend;
let token = '';
const tokens = new Map<StaffGroup, string>();

/** As the guard of the page says; the sign-in has none. */
function mayOpen(group: StaffGroup, path: string): boolean {
  const document = site.documents.get(createRouteTable(site).routes.get(path)?.document ?? '');
  const permission = document?.guards.find(({ name }) => name === 'staff')?.permission;
  return permission === undefined || getPermissions(group).includes(permission);
}

beforeAll(async () => {
  admin = await startAdminServer();
  ({ server, backend, token } = admin);
  tokens.set('admin', token);
  for (const group of staffGroups.filter((each) => each !== 'admin')) {
    const other = { email: `${group}@example.com`, name: group, password: PASSWORD, group };
    const account = await backend.staff.createAdmin(other);
    const theirs = account.outcome === 'created' ? account.admin.id : '';
    tokens.set(group, (await backend.staff.issueAccessToken({ role: 'admin', subject: theirs, replaces: null })).token);
  }
  await addCode(backend, 'PLACES', 30);
  await backend.members.register(request());
  for (const name of ['anna', 'eva', 'ida']) {
    const form = { email: `${name}@example.com`, country: 'FR' };
    await backend.members.applyForMembership({ form, locale: 'fr', network: '192.0.2.1' });
    const lobby = await backend.members.makeToken('lobby', form.email, 3_600);
    await backend.members.joinWaitingList({ form: { token: lobby }, locale: 'fr', network: '192.0.2.1' });
  }
  const dead = { status: 'dead', last_error: '550 no such user', attempts: 9 } as const;
  const { db } = backend.ports.database;
  await db.updateTable('outbox').set(dead).where('template', '=', 'membership-interest').execute();
});
afterAll(() => admin.stop());

/** What is wrong with a page as it stands; axe needs a script. */
async function listMistakes(page: Page, path: string, withScript = true): Promise<readonly string[]> {
  const found = withScript ? await accessibilityMistakes(page) : [];
  const sideways = await sidewaysScroll(page);
  const heading = await page.locator('h1').count();
  const all = [
    ...found,
    ...(sideways > 0 ? [`scrolls ${sideways} px sideways`] : []),
    ...(heading === 1 ? [] : [`has ${heading} titles`]),
  ];
  return all.map((mistake) => `${path}: ${mistake}`);
}

describe.concurrent('every admin page', () => {
  const walks = (['en', 'de', 'pl'] as const).flatMap((locale) =>
    (['phone', 'desktop'] as const).flatMap((size) =>
      [true, false].map((withScript) => ({ group: 'admin' as StaffGroup, locale, size, withScript })),
    ),
  );
  /**
   * Each language once, which take turns at the pages: two with a script, one of them on a phone, and one without. That each opens for whom
   * it may is tested in `server/http/routes/admin/admin-pages.test.ts`.
   */
  const sampled = walks
    .filter(
      ({ locale, size, withScript }) =>
        everything || (withScript === (locale !== 'pl') && size === (locale === 'en' ? 'desktop' : 'phone')),
    )
    .map((walk, index) => ({ ...walk, every: walk.withScript ? 2 : 4, first: index % 2 }));
  const others = [
    { group: 'publisher', locale: 'fr', size: 'desktop', withScript: true, every: 8, first: 0 },
    { group: 'author', locale: 'it', size: 'phone', withScript: true, every: 8, first: 1 },
    { group: 'analyst', locale: 'nl', size: 'desktop', withScript: false, every: 8, first: 3 },
    { group: 'support', locale: 'sv', size: 'phone', withScript: true, every: 8, first: 2 },
  ] as const;
  test.each([...sampled, ...others])(
    'is whole for "$group" in "$locale" on a $size, with a script: $withScript',
    async (walk) => {
      const { group, locale, size, withScript, every, first } = walk;
      const open = pickSample(
        pages.filter((path) => mayOpen(group, path)),
        every,
        first,
      );
      expect(open.length).toBeGreaterThan(1);
      const prefix = locale === 'en' ? '' : `/${locale}`;
      const mistakes = await visit({ locale, size, javaScriptEnabled: withScript }, async ({ page }) => {
        await page.context().addCookies([{ name: 'admin', value: tokens.get(group) ?? '', url: server.origin }]);
        const found: string[] = [];
        for (const path of open) {
          const answer = await page.goto(server.origin + prefix + path);
          found.push(
            ...(answer?.status() === 200
              ? await listMistakes(page, path, withScript)
              : [`${path}: ${answer?.status()}`]),
          );
        }
        return found;
      });
      expect(mistakes).toEqual([]);
    },
  );

  test('the keyboard alone signs in, makes a registration link and copies it', async () => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    await visit({ locale: 'en', size: 'desktop', permissions }, async ({ page }) => {
      await page.goto(`${server.origin}/admin/registrationlinkgenerator`);
      await page.waitForURL(/\/admin\/signin\?next=/);
      await tabTo(page, '[name=email]');
      await page.keyboard.type(EMAIL);
      await tabTo(page, '[name=password]');
      await page.keyboard.type(PASSWORD);
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/admin\/registrationlinkgenerator$/);
      await tabTo(page, '[name=code]');
      await page.keyboard.type('PLACES');
      await page.keyboard.press('Enter');
      const link = page.locator('vitrine-copy input');
      await link.waitFor();
      await tabTo(page, 'vitrine-copy button');
      await page.keyboard.press('Enter');
      await page.locator('vitrine-copy output:not(:empty)').waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect([copied, await listMistakes(page, 'the new link')]).toEqual([await link.inputValue(), []]);
      expect((await page.goto(copied))?.status()).toBe(200);
    });
  });
});

test('the sign-in is a narrow card in the middle, in which nothing moves when the script brings the passkey', async () => {
  await visit({ locale: 'de', size: 'desktop' }, async ({ page }) => {
    const { promise: held, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\.js$/, (route) => void held.then(() => route.continue()));
    await page.goto(`${server.origin}/de/admin/signin`, { waitUntil: 'commit' });
    const field = page.getByLabel('E-Mail-Adresse');
    await page.evaluate(() => document.fonts.ready);
    const before = await field.boundingBox();
    release();
    const passkey = page.getByRole('button', { name: 'Mit Passkey anmelden' });
    await passkey.waitFor();
    expect(await field.boundingBox()).toEqual(before);
    const card = await page.locator('main > div').boundingBox();
    expect([card?.width, (card?.x ?? 0) * 2 + (card?.width ?? 0)]).toEqual([544, 1440]);
    expect(await listMistakes(page, 'the card')).toEqual([]);
  });
  await visit({ locale: 'de', javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(`${server.origin}/de/admin/signin`);
    expect(await page.getByText('oder mit Passwort').isVisible()).toBe(false);
    const submit = page.getByRole('button', { name: 'Anmelden' });
    const colours = await submit.evaluate((button) => {
      const style = getComputedStyle(button);
      return [style.backgroundColor === style.borderTopColor, style.backgroundColor !== 'rgba(0, 0, 0, 0)'];
    });
    expect(colours).toEqual([true, true]);
  });
});

test('without a script a link is made all the same, to be selected and copied by hand', async () => {
  await visit({ locale: 'pl', javaScriptEnabled: false }, async ({ page }) => {
    await page.context().addCookies([{ name: 'admin', value: token, url: server.origin }]);
    await page.goto(`${server.origin}/pl/admin/registrationlinkgenerator`);
    await page.locator('#generate-link [name=code]').fill('PLACES');
    await page.keyboard.press('Enter');
    const link = page.locator('vitrine-copy input');
    expect(await link.inputValue()).toContain('validityTimestamp=');
    expect(await page.locator('vitrine-copy button').isVisible()).toBe(false);
  });
});

test.each([true, false])('the mails of a release are followed on its page, with a script: %s', async (withScript) => {
  const { mails } = await releaseWithWaitingMails(`release-${withScript}`);
  await visit({ locale: 'de', javaScriptEnabled: withScript }, async ({ page }) => {
    await page.context().addCookies([{ name: 'admin', value: token, url: server.origin }]);
    await page.goto(`${server.origin}/de/admin/waitinglist`);
    const progress = page.locator('vitrine-progress');
    const count = Number(await progress.locator('progress').getAttribute('max'));
    expect(await progress.getByRole('status').textContent()).toBe(`0 von ${count} versandt.`);
    expect(await listMistakes(page, 'a release', withScript)).toEqual([]);
    if (withScript) await page.evaluate(() => document.documentElement.setAttribute('data-same', ''));
    await mails.set({ status: 'kept' }).execute();
    if (!withScript) await progress.getByRole('link').click();
    await progress.getByText(`${count} von ${count} versandt.`).waitFor();
    expect(await progress.getByRole('link').count()).toBe(0);
    const isSame = !withScript || (await page.evaluate(() => document.documentElement.hasAttribute('data-same')));
    expect(isSame).toBe(true);
  });
});

test('a page that lies open keeps no session alive: after five minutes it looks only when it is asked to', async () => {
  await releaseWithWaitingMails('release-lies-open');
  await visit({}, async ({ page, requests }) => {
    await page.clock.install();
    await page.context().addCookies([{ name: 'admin', value: token, url: server.origin }]);
    await page.goto(`${server.origin}/admin/waitinglist`);
    const progress = page.locator('vitrine-progress');
    await progress.locator('progress').waitFor();
    const isLook = (sent: Request): boolean => sent.url().endsWith('/admin/waitinglist');
    const looks = (): number => requests.filter(isLook).length - 1;
    let answers = 0;
    page.on('requestfinished', (sent) => (answers += isLook(sent) ? 1 : 0));
    await page.clock.fastForward(2_000);
    await expect.poll(looks).toBeGreaterThan(0);
    // A look that was planned before its time is over is still taken.
    for (const passed of [299_000, 10_000, 10_000]) {
      await page.clock.fastForward(passed);
      await expect.poll(() => answers).toBe(looks());
    }
    const before = looks();
    await page.clock.fastForward(60_000);
    await progress.getByRole('link').click();
    await expect.poll(looks).toBe(before + 1);
  });
});

/** Releases a place, and its mail waits to be sent for an hour. */
async function releaseWithWaitingMails(key: string) {
  const { db } = backend.ports.database;
  const mails = db.updateTable('outbox').where('template', '=', 'invitation');
  // Those of the release before.
  await mails.set({ status: 'kept' }).execute();
  const released = { count: 1, actor: 'anna', idempotencyKey: key.padEnd(22, '-') };
  expect(await backend.members.releaseInvitations(released)).toMatchObject({ outcome: 'released', released: 1 });
  await expect
    .poll(async () => {
      const rows = await db.selectFrom('outbox').select('status').where('template', '=', 'invitation').execute();
      return rows.map(({ status }) => status);
    })
    .not.toContain('queued');
  await mails.set({ status: 'queued', next_attempt_at: new Date(Date.now() + 3_600_000).toISOString() }).execute();
  return { mails };
}

/** Presses Tab until something has the focus; fails when nothing of the page ever gets it. */
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let step = 0; step < 60; step += 1) {
    if ((await page.locator(`${selector}:focus`).count()) > 0) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${selector}.`);
}
