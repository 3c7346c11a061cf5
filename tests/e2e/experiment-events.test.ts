import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { readStickyAssignments } from '#engine/shared/experiment-cookies.ts';
import { visit, type Visit } from '#tests/helpers/browser.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
import { live, scriptsIn } from '#tests/helpers/islands.ts';

const origin = inject('origin');
const options = { userAgent: CHROME, locale: 'en' } as const;

/** Scripts of forms and links; what fills the data layer shares one file with the first touch. */
const untracked = (requests: Visit['requests']): string[] =>
  scriptsIn(requests).filter((url) => /islands|navigation|island-/.test(new URL(url).pathname));

/** What the data layer knows of experiments. */
const reported = (page: Page) =>
  page.evaluate(() =>
    ((Reflect.get(window, 'dataLayer') ?? []) as readonly Record<string, unknown>[]).filter(
      ({ event }) => event === 'assign_experiment' || event === 'experiment_viewed',
    ),
  );

async function cookie(page: Page, name: string): Promise<string> {
  const found = (await page.context().cookies()).find((each) => each.name === name);
  return decodeURIComponent(found?.value ?? '');
}

/** Waits until the page was reported, which comes together with everything else that there is to report. */
async function viewed(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    ((Reflect.get(window, 'dataLayer') ?? []) as readonly Record<string, unknown>[]).some(
      ({ event }) => event === 'page_view',
    ),
  );
}

test('The data layer gets a variation with consent, once, with the time of its assignment', async ({ expect }) => {
  await visit(options, async ({ page, requests }) => {
    await page.goto(origin);
    const [variation] = readStickyAssignments(await cookie(page, 'vitrine_arms'));
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    expect(await reported(page)).toEqual([]);

    await page.locator('form[data-consent] button[value=all]').click();
    const id = (await cookie(page, 'vitrine_visitor')).replace(/\.1$/, '');
    const about = {
      experiment_id: 'short-hero',
      variation_id: variation?.variation,
      acq_anonymous_id: id,
      timestamp: new Date(variation?.at ?? 0).toISOString(),
    };
    await expect
      .poll(() => reported(page))
      .toEqual([
        { event: 'assign_experiment', ...about },
        { event: 'experiment_viewed', ...about },
      ]);
    const before = requests.length;
    await page.reload();
    await viewed(page);
    expect(await reported(page)).toEqual([]);
    await page.goto(`${origin}/de`);
    await viewed(page);
    expect(await reported(page)).toEqual([]);
    expect(untracked(requests.slice(before))).toEqual([]);
  });
});

test('a refusal gives the data layer nothing', async ({ expect }) => {
  await visit(options, async ({ page, requests }) => {
    await page.goto(origin);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await page.locator('form[data-consent] button[value=none]').click();
    await page.locator('form[data-consent] button[value=ask]').waitFor();
    const before = requests.length;
    await page.reload({ waitUntil: 'networkidle' });
    expect(await reported(page)).toEqual([]);
    expect(scriptsIn(requests.slice(before))).toEqual([]);
  });
});

test('who agreed before loads what fills the data layer, and nothing of forms and links', async ({ expect }) => {
  await visit(options, async ({ page, requests }) => {
    const answer = await page.context().request.post(`${origin}/do/consent`, {
      headers: { 'sec-fetch-site': 'same-origin', referer: `${origin}/` },
      form: { choice: 'all' },
    });
    expect(answer.ok()).toBe(true);
    await page.goto(origin);
    await expect
      .poll(async () => (await reported(page)).map(({ event }) => event))
      .toEqual(['assign_experiment', 'experiment_viewed']);
    expect(untracked(requests)).toEqual([]);
    const before = requests.length;
    await page.reload();
    await viewed(page);
    expect(untracked(requests.slice(before))).toEqual([]);
  });
});

test('The time until a page was painted is reported on leaving it, only by visitors with consent and a variation', async ({
  expect,
}) => {
  const leave = (page: Page) =>
    page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
  const paints = (requests: Visit['requests']) => requests.filter((request) => request.url().includes('/api/paint'));
  await visit(options, async ({ page, requests }) => {
    await page.goto(origin);
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await page.locator('form[data-consent] button[value=all]').click();
    await page.locator('form[data-consent] button[value=ask]').waitFor();
    // Not loaded anew: scrolled to where it was, a page has no largest paint (web.dev, LCP).
    await page.goto('about:blank');
    await page.goto(origin, { waitUntil: 'networkidle' });
    // What measures it comes last.
    await expect
      .poll(async () => {
        await leave(page);
        return paints(requests).length;
      })
      .toBe(1);
    const [report] = paints(requests);
    const query = new URL(report?.url() ?? '').searchParams;
    expect([report?.method(), query.get('of')]).toEqual(['POST', 'landings/default___en']);
    expect(Number(query.get('ms'))).toBeGreaterThan(0);
    expect((await report?.response())?.status()).toBe(204);
    // Once a page.
    await leave(page);
    expect(paints(requests)).toHaveLength(1);
  });
  await visit(options, async ({ page, requests }) => {
    await page.goto(origin, { waitUntil: 'networkidle' });
    await page.locator('#join-form-email').focus();
    await live(page, 'join');
    await page.locator('form[data-consent] button[value=none]').click();
    await page.locator('form[data-consent] button[value=ask]').waitFor();
    await page.reload({ waitUntil: 'networkidle' });
    await leave(page);
    await page.evaluate(() => new Promise((done) => setTimeout(done)));
    expect(paints(requests)).toEqual([]);
  });
});
