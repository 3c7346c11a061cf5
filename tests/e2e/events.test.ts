import { createHash, randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { tick, visit, type VisitOptions } from '#tests/helpers/browser.ts';
import { answerBefore, readDataLayer, eventNames } from '#tests/helpers/data-layer.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { live, scriptsIn } from '#tests/helpers/islands.ts';

const origin = inject('origin');
const options: VisitOptions = { userAgent: CHROME, locale: 'en', expectedMessages: /status of 4\d\d/ };
const registered = ['successful_user_registration', 'landing_form_registration', 'subscribe_newsletter'];

/** Registers with the form of the page. */
async function register(page: Page, address = `${randomUUID()}@example.com`): Promise<void> {
  await fillIn(page, address);
  await page.locator('form[action$="/do/register"] button[type=submit]').click();
  await page.waitForURL('**/registration/formfinished');
}

async function fillIn(page: Page, address: string): Promise<void> {
  const form = page.locator('form[action$="/do/register"]');
  await tick(form.locator('[name=gender]').first());
  await form.locator('[name=firstName]').fill('Zoë');
  await form.locator('[name=lastName]').fill('Lind');
  await form.locator('[name=email]').fill(address);
  await form.locator('[name=country]').selectOption('SE');
  await tick(form.locator('[name=newsletter]'));
  await tick(form.locator('[name=terms]'));
}

test('a page is reported with its route, on loading it and after in-app navigation; a refusal loads nothing', async ({
  expect,
}) => {
  await visit(options, async (there) => {
    const { page } = there;
    await answerBefore(there, origin, 'all');
    await page.goto(`${origin}/about-us`);
    await expect.poll(() => eventNames(page)).toEqual(['page_view']);
    expect((await readDataLayer(page))[0]).toMatchObject({
      page_path: '/about-us',
      page_language: 'en',
      route_name: 'pages/about-us___en',
    });
    await page.goto(`${origin}/invitation?utm_source=anna@example.com`);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await page.locator('footer a[hreflang=de]').click();
    await page.waitForURL('**/de/invitation*');
    await expect.poll(() => eventNames(page)).toEqual(['page_view', 'page_view']);
    const [first, second] = await readDataLayer(page);
    expect([first?.['route_name'], second?.['route_name']]).toEqual([
      'landings/invitation___en',
      'landings/invitation___de',
    ]);
    expect(JSON.stringify(await readDataLayer(page))).not.toContain('anna');
  });
  await visit(options, async (there) => {
    await answerBefore(there, origin, 'none');
    await there.page.goto(`${origin}/about-us`, { waitUntil: 'networkidle' });
    expect(await readDataLayer(there.page)).toEqual([]);
    expect(scriptsIn(there.requests)).toEqual([]);
  });
});

test('a registration is reported once, with the hash of its address and never the address', async ({ expect }) => {
  await visit(options, async (there) => {
    const { page, requests } = there;
    await answerBefore(there, origin, 'all');
    await page.goto(`${origin}/?rc=ANNA-50`);
    const typed = `Zoe.${randomUUID()}@Example.com`;
    await fillIn(page, typed);
    await expect.poll(() => eventNames(page)).toEqual(['page_view', 'registration_country_changed']);
    expect((await readDataLayer(page)).at(-1)).toMatchObject({
      registrationCountry: 'SE',
      registrationFlow: 'default',
    });
    await page.locator('form[action$="/do/register"] button[type=submit]').click();
    await page.waitForURL('**/registration/formfinished');
    await expect.poll(() => eventNames(page)).toEqual(expect.arrayContaining(registered));
    const all = await readDataLayer(page);
    expect(all.filter(({ event }) => registered.includes(String(event)))).toHaveLength(3);
    const hashed = createHash('sha256').update(typed.toLowerCase()).digest('hex');
    expect(all.find(({ event }) => event === 'successful_user_registration')).toMatchObject({
      registrationCountry: 'SE',
      registrationFlow: 'default',
      newsletter: true,
      user_email_sha256: hashed,
    });
    await page.reload();
    await expect.poll(() => eventNames(page)).toEqual(['page_view']);
    await page.goBack();
    await expect.poll(() => eventNames(page)).toContain('page_view');
    expect(await eventNames(page)).not.toContain('successful_user_registration');
    // Nothing but the forms' own posts ever carries an address.
    const canary = typed.toLowerCase().replace('@example.com', '');
    const leaks = requests.filter((request) =>
      [request.url(), request.headers()['referer'] ?? '', request.headers()['cookie'] ?? ''].some((text) =>
        decodeURIComponent(text).toLowerCase().includes(canary),
      ),
    );
    expect(leaks.map((request) => request.url())).toEqual([]);
    expect(JSON.stringify(all).toLowerCase()).not.toContain(canary);
    expect(await page.evaluate(() => document.cookie)).not.toContain('vitrine_events=');
  });
});

test('what happened before the answer waits for it over pages; a refusal forgets it', async ({ expect }) => {
  const ends = { all: registered, none: [] } as const;
  for (const choice of ['all', 'none'] as const) {
    await visit({ ...options, javaScriptEnabled: true }, async ({ page }) => {
      await page.goto(`${origin}/?rc=ANNA-50`);
      await register(page);
      expect(await readDataLayer(page)).toEqual([]);
      await page.goto(`${origin}/about-us`);
      await page.locator(`form[data-consent] button[value=${choice}]`).click();
      await page.locator('form[data-consent] button[value=ask]').waitFor();
      const names = async () => (await eventNames(page)).filter((name) => registered.includes(String(name)));
      await expect.poll(names).toHaveLength(ends[choice].length);
      // What was agreed to later was kept for it, and says where it happened.
      const done = (await readDataLayer(page)).filter(({ event }) => registered.includes(String(event)));
      expect(done.map((entry) => entry['route_name'])).toEqual(ends[choice].map(() => 'landings/invitation___en'));
      expect(JSON.stringify(done).includes('sha256')).toBe(choice === 'all');
      expect(await page.evaluate(() => document.cookie)).not.toContain('vitrine_events=');
    });
  }
});

test('pages that were seen before the answer are reported with it: each at its own moment, with the page before it', async ({
  expect,
}) => {
  await visit(options, async ({ page }) => {
    await page.goto(`${origin}/about-us`);
    const opened = Date.now();
    await page.locator('footer a[hreflang=de]').click();
    await page.waitForURL('**/de/about-us*');
    await page.goBack();
    await page.waitForURL('**/about-us');
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('en');
    const left = Date.now();
    await page.locator('form[data-consent] button[value=all]').click();
    await expect.poll(() => eventNames(page)).toEqual(['page_view', 'page_view', 'page_view']);
    const views = await readDataLayer(page);
    const shown = views.map(({ page_path, page_language, route_name, sourcePath }) => [
      page_path,
      page_language,
      route_name,
      sourcePath,
    ]);
    expect(shown).toEqual([
      ['/about-us', 'en', 'pages/about-us___en', undefined],
      ['/de/about-us', 'de', 'pages/about-us___de', '/about-us'],
      ['/about-us', 'en', 'pages/about-us___en', '/de/about-us'],
    ]);
    const times = views.map(({ timestamp }) => Date.parse(String(timestamp)));
    expect(times[0]).toBeLessThanOrEqual(opened);
    expect(times[2]).toBeLessThanOrEqual(left);
    expect(times).toEqual(times.toSorted((one, other) => one - other));
  });
});

test('without a script the server keeps what happened for a page that can report it', async ({ expect }) => {
  await visit({ ...options, javaScriptEnabled: false }, async (there) => {
    const { page } = there;
    await answerBefore(there, origin, 'all');
    await page.goto(`${origin}/?rc=ANNA-50`);
    await register(page);
    const cookies = await page.context().cookies();
    const waiting = decodeURIComponent(cookies.find(({ name }) => name === 'vitrine_events')?.value ?? '');
    expect(waiting.split('!').map((entry) => entry.split('~')[0])).toEqual(registered);
  });
});

test('why a link is refused is reported once, not by its reload; a code that is typed reports what became of it', async ({
  expect,
}) => {
  await visit(options, async (there) => {
    const { page } = there;
    await answerBefore(there, origin, 'all');
    await page.goto(`${origin}/EMPTY-0`);
    await expect.poll(() => eventNames(page)).toEqual(['page_view', 'registration_code_no_balance']);
    await page.reload();
    await expect.poll(() => eventNames(page)).toEqual(['page_view']);
    await page.goto(`${origin}/LINK-STRIPPED`);
    await expect.poll(() => eventNames(page)).toEqual(['page_view', 'timestamp_missing']);
    await page.goto(`${origin}/code`);
    await page.locator('[name=code]').fill('EMPTY-0');
    await page.locator('form[action$="/do/check-code"] button').click();
    await expect.poll(() => eventNames(page)).toEqual(['page_view', 'registration_code_no_balance']);
    await page.locator('[name=code]').fill('ANNA-50');
    await page.locator('form[action$="/do/check-code"] button').click();
    await page.waitForURL('**rc=ANNA-50');
    await expect.poll(() => eventNames(page)).toContain('submit_code_registration');
    expect((await eventNames(page)).filter((name) => name === 'submit_code_registration')).toHaveLength(1);
  });
});
