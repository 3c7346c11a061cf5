import type { Page } from 'playwright-core';
import { afterAll, beforeAll, test } from 'vitest';
import { examplePages } from '#tests/gallery/gallery-site.ts';
import { servePages } from '#tests/gallery/serve-pages.ts';
import { type sizes, visit } from '#tests/helpers/browser.ts';
import { layoutShifts } from '#tests/helpers/layout.ts';

/** A day, an hour and a minute are left, and 4 seconds: every word is about to change its form. */
const BEFORE_THE_END = ((24 + 1) * 60 + 1) * 60_000 + 4_000;

let served: Awaited<ReturnType<typeof servePages>>;

beforeAll(async () => {
  const pages = await examplePages();
  const example = pages.find(({ group }) => group === 'countdown-banner')?.content;
  if (typeof example !== 'function') throw new Error('The countdown has no example.');
  // In Polish a unit has three words: 1 sekunda, 2 sekundy, 5 sekund.
  served = await servePages(() => example('pl'));
});

afterAll(() => served.server.close());

/** Waits for the next frame, which does not keep to the clock of the page: a shift shows in a frame. */
async function painted(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise<void>((resolve) => new IntersectionObserver(() => resolve()).observe(document.body)),
  );
}

test.for<keyof typeof sizes>(['phone', 'desktop'])(
  'nothing moves while the countdown counts, whatever its words are (%s)',
  async (size, { expect }) => {
    await visit({ size, locale: 'pl' }, async ({ page }) => {
      await page.goto(`${served.origin}/page/0`);
      const end = Number(await page.locator('vitrine-countdown').getAttribute('data-until'));
      await page.clock.install({ time: end - BEFORE_THE_END - 60_000 });
      await page.reload();
      // From here on the page's time passes only when it is asked to.
      await page.clock.pauseAt(end - BEFORE_THE_END);
      await page.getByText('sekund', { exact: false }).first().waitFor();
      await page.mouse.move(5, 5);
      const words = new Set<string>();
      for (let tick = 0; tick < 8; tick += 1) {
        await page.clock.runFor(1_000);
        words.add(await page.locator('vitrine-countdown').innerText());
        await painted(page);
      }
      expect([...words].join(' ')).toMatch(/sekunda.*sekund/s);
      expect(words.size).toBeGreaterThan(6);
      await page.clock.resume();
      expect(await layoutShifts(page)).toEqual([]);
    });
  },
);

test('a second changes one text and replaces nothing, so that a slow phone works out no other box and no style', async ({
  expect,
}) => {
  await visit({ locale: 'pl' }, async ({ page }) => {
    await page.goto(`${served.origin}/page/0`);
    const end = Number(await page.locator('vitrine-countdown').getAttribute('data-until'));
    await page.clock.install({ time: end - BEFORE_THE_END - 60_000 });
    await page.reload();
    await page.clock.pauseAt(end - BEFORE_THE_END);
    await page.evaluate(() => {
      const changes: string[] = [];
      Object.assign(window, { changes });
      new MutationObserver((records) => changes.push(...records.map(({ type }) => type))).observe(
        document.querySelector('vitrine-countdown') ?? document,
        { subtree: true, childList: true, characterData: true },
      );
    });
    for (let tick = 0; tick < 3; tick += 1) await page.clock.runFor(1_000);
    const changes: unknown = await page.evaluate(() => Reflect.get(window, 'changes'));
    // A figure each second, and its word where it has another form.
    expect(changes).toEqual(expect.arrayContaining(['characterData']));
    expect(new Set(changes as readonly string[])).toEqual(new Set(['characterData']));
    expect((changes as readonly string[]).length).toBeLessThanOrEqual(6);
    const seconds = await page.locator('vitrine-countdown > :last-child > :first-child').evaluate((figure) => {
      const { contain, display } = getComputedStyle(figure);
      const parent = figure.parentElement === null ? '' : getComputedStyle(figure.parentElement).display;
      return { contain, display, parent };
    });
    expect(seconds).toEqual({ contain: 'size layout style', display: 'block', parent: 'block' });
  });
});
