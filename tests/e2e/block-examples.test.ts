import { afterAll, test } from 'vitest';
import { locales } from '#schemas/generated/vocabulary.ts';
import { examplePages } from '#tests/gallery/gallery-site.ts';
import { servePages } from '#tests/gallery/serve-pages.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { everything } from '#tests/helpers/everything.ts';
import { lengthenWords, sidewaysScroll, turnAround, turnBack, unreadableWords } from '#tests/helpers/layout.ts';

const pages = await examplePages();
const { origin, server } = await servePages(async (index, query) => {
  const content = pages[index]?.content;
  if (content === undefined || typeof content === 'string') throw new Error(`There is no example ${index}.`);
  const theme = query.get('theme') === 'ink' ? 'ink' : 'day';
  return content(
    locales.find((locale) => locale === query.get('locale')),
    theme,
  );
});
afterAll(() => void server.close());

/** Only pages are served, nothing that watches a registration. */
const noServer = /WebSocket connection to '[^']+\/graphql' failed/;

/** A block alone is no whole page. */
const ofPages = ['heading-order', 'page-has-heading-one', 'region'];

const examples = pages.map(({ group, name }, index) => ({ index, block: group, name }));
/**
 * Each in both themes; in the suite the themes take turns, and of each block one example is shown, another one each.
 */
const shown = [...Map.groupBy(examples, ({ block }) => block).values()]
  .flatMap((own, turn) => own.filter((one, position) => everything || isInTurn({ ...one, position, turn }, own.length)))
  .flatMap((one) =>
    (['day', 'ink'] as const)
      .filter((_, theme) => everything || one.index % 2 === theme)
      .map((theme) => ({ ...one, theme, locale: one.index % 4 < 2 ? 'de' : 'pl' })),
  );

interface InTurn {
  readonly position: number;
  /** Number of its block. */
  readonly turn: number;
}

function isInTurn({ position, turn }: InTurn, count: number): boolean {
  return position === turn % count;
}

test('there are examples to check', ({ expect }) => {
  expect(shown.length).toBeGreaterThan(40);
});

test.concurrent.for(shown)(
  '$block, $name, by $theme in $locale: fits 320 px, keeps to the contrast it is painted in, and gives way to longer words and the other direction',
  async ({ index, theme, locale }, { expect }) => {
    await visit({ size: 'narrow', reducedMotion: 'reduce', expectedMessages: noServer }, async ({ page }) => {
      await page.goto(`${origin}/page/${index}?theme=${theme}&locale=${locale}`);
      expect.soft(await sidewaysScroll(page), 'sideways scroll at 320 px').toBe(0);
      expect.soft(await unreadableWords(page), 'words at 320 px').toEqual([]);
      expect.soft(await accessibilityMistakes(page, ofPages), 'accessibility').toEqual([]);
      await turnAround(page);
      expect.soft(await sidewaysScroll(page), 'sideways scroll from right to left').toBe(0);
      expect.soft(await unreadableWords(page), 'words from right to left').toEqual([]);
      await turnBack(page);
      await lengthenWords(page);
      expect.soft(await sidewaysScroll(page), 'sideways scroll with longer words').toBe(0);
      const cut = (await unreadableWords(page)).filter((word) => word.includes('cut off'));
      expect.soft(cut, 'longer words').toEqual([]);
    });
  },
);

/** The address of an example. */
function exampleAt(block: string, start: string): string {
  const index = pages.findIndex(({ group, name }) => group === block && name.startsWith(start));
  if (index < 0) throw new Error(`The block ${block} has no example "${start}".`);
  return `${origin}/page/${index}?locale=en`;
}

test('an image of a gallery is enlarged by the keyboard, and Escape gives the focus back', async ({ expect }) => {
  await visit({ expectedMessages: noServer, javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(exampleAt('gallery', 'Shop'));
    const opener = page.getByRole('button', { name: 'Enlarge picture' }).nth(1);
    await opener.press('Enter');
    const large = page.locator('#gallery_1');
    expect(await large.isVisible()).toBe(true);
    await page.keyboard.press('Tab');
    expect(await large.getByRole('button', { name: 'Close' }).evaluate((it) => it === document.activeElement)).toBe(
      true,
    );
    await page.keyboard.press('Escape');
    expect(await large.isVisible()).toBe(false);
    expect(await opener.evaluate((it) => it === document.activeElement)).toBe(true);
  });
});

test('the chosen period is that of all prices, and one tab is open at a time, without a script', async ({ expect }) => {
  await visit({ size: 'desktop', expectedMessages: noServer, javaScriptEnabled: false }, async ({ page }) => {
    await page.goto(exampleAt('pricing', 'Agency'));
    const periods = () =>
      page
        .locator('#pricing')
        .getByText(/^per (?:month|year)$/)
        .filter({ visible: true })
        .allTextContents();
    expect(await periods()).toEqual(['per month', 'per month', 'per month']);
    await page.getByRole('radio', { name: 'Monthly' }).press('ArrowRight');
    expect(await periods()).toEqual(['per year', 'per year', 'per year']);
    await page.goto(exampleAt('tabs', 'Restaurant'));
    const parts = page.locator('#tabs details');
    await parts.nth(1).locator('summary').press('Enter');
    const open = await parts.evaluateAll((all) => all.map((each) => each.hasAttribute('open')));
    expect(open).toEqual([false, true, false]);
    expect(await page.getByText('Four growers').isVisible()).toBe(true);
    expect(await page.getByText('Leek from the embers').isVisible()).toBe(false);
  });
});

test('a row of logos moves until a visitor stops it, and stands still for anyone who wants less motion', async ({
  expect,
}) => {
  const at = exampleAt('logos', 'Agency');
  await visit({ size: 'desktop', expectedMessages: noServer, reducedMotion: 'no-preference' }, async ({ page }) => {
    await page.goto(at);
    const left = () =>
      page
        .locator('#logos ul')
        .first()
        .evaluate((list) => list.getBoundingClientRect().left);
    const first = await left();
    await expect.poll(left).toBeLessThan(first);
    await page.getByRole('checkbox', { name: 'Stop the movement' }).check();
    await page.mouse.move(0, 0);
    await page.evaluate(() => (document.activeElement as HTMLElement).blur());
    const stopped = await left();
    await page.waitForTimeout(100);
    expect(await left()).toBe(stopped);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await page.getByRole('checkbox').isVisible()).toBe(false);
    expect(await page.locator('#logos ul').nth(1).isVisible()).toBe(false);
  });
});
