import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { readStickyAssignments } from '#engine/base/experiment-cookies.ts';
import { visit } from '#tests/helpers/browser.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { live, scriptsIn } from '#tests/helpers/islands.ts';

const origin = inject('origin');
const options = { userAgent: CHROME, locale: 'en' } as const;

const told = (page: Page) =>
  page.evaluate(() => (Reflect.get(window, 'dataLayer') ?? []) as readonly Record<string, unknown>[]);

async function cookie(page: Page, name: string): Promise<string> {
  const found = (await page.context().cookies()).find((each) => each.name === name);
  return decodeURIComponent(found?.value ?? '');
}

/** Waits until the loader has decided whether there is something to tell: its timer was set before this one. */
function decided(page: Page): Promise<void> {
  return page.evaluate(() => new Promise<void>((resolve) => setTimeout(resolve)));
}

test('the data layer hears of an arm with consent, once, with the time at which it was given', async ({ expect }) => {
  await visit(options, async ({ page, requests }) => {
    await page.goto(origin);
    const [arm] = readStickyAssignments(await cookie(page, 'vitrine_arms'));
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    expect(await told(page)).toEqual([]);

    await page.locator('form[data-consent] button[value=all]').click();
    const id = (await cookie(page, 'vitrine_visitor')).replace(/\.1$/, '');
    const about = {
      experiment_id: 'short-hero',
      variation_id: arm?.variation,
      acq_anonymous_id: id,
      timestamp: new Date(arm?.at ?? 0).toISOString(),
    };
    await expect
      .poll(() => told(page))
      .toEqual([
        { event: 'assign_experiment', ...about },
        { event: 'experiment_viewed', ...about },
      ]);
    const before = requests.length;
    await page.reload();
    await decided(page);
    expect(await told(page)).toEqual([]);
    await page.goto(`${origin}/de`);
    await decided(page);
    expect(await told(page)).toEqual([]);
    expect(scriptsIn(requests.slice(before))).toEqual([]);
  });
});

test('a refusal tells the data layer nothing', async ({ expect }) => {
  await visit(options, async ({ page, requests }) => {
    await page.goto(origin);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await page.locator('form[data-consent] button[value=none]').click();
    await page.locator('form[data-consent] button[value=ask]').waitFor();
    const before = requests.length;
    await page.reload();
    await decided(page);
    expect(await told(page)).toEqual([]);
    expect(scriptsIn(requests.slice(before))).toEqual([]);
  });
});

test('who agreed before loads what tells about a new arm, and nothing of forms and links', async ({ expect }) => {
  await visit(options, async ({ page, requests }) => {
    const answer = await page.context().request.post(`${origin}/do/consent`, {
      headers: { 'sec-fetch-site': 'same-origin', referer: `${origin}/` },
      form: { choice: 'all' },
    });
    expect(answer.ok()).toBe(true);
    await page.goto(origin);
    await expect
      .poll(async () => (await told(page)).map(({ event }) => event))
      .toEqual(['assign_experiment', 'experiment_viewed']);
    const loaded = scriptsIn(requests).map((url) => new URL(url).pathname);
    expect(loaded.filter((path) => /islands|navigation|island-/.test(path))).toEqual([]);
    const before = requests.length;
    await page.reload();
    await decided(page);
    expect(scriptsIn(requests.slice(before))).toEqual([]);
  });
});
