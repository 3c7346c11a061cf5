import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { oneInTurn, openPages, showingEverything } from '#tests/helpers/documents.ts';
import { everything } from '#tests/helpers/everything.ts';

const origin = inject('origin');
const german = openPages().filter(({ locale }) => locale === 'de');
/** Colours, what moves and what needs a script belong to the blocks that documents share: each document is looked at for one of them. */
const sample = await showingEverything(german, origin);
const shown = german.filter(({ id }) => sample.has(id));
const inColours = shown.filter((_, index) => everything || index % 2 === 1);
const withoutMotion = shown.filter((_, index) => everything || index % 2 === 0);
const ownStatus = /Failed to load resource: the server responded with a status of [45]\d\d/;

test.concurrent.for(inColours)('$id reads in the dark and in forced colours', async (one, { expect }) => {
  const options = { locale: 'de', colorScheme: 'dark', expectedMessages: ownStatus } as const;
  await visit(options, async ({ page }) => {
    await page.goto(origin + one.path);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect.soft(ground, 'the dark ground is --c-ink').toBe('rgb(20, 18, 15)');
    for (const colours of oneInTurn(one, ['dark', 'forced'] as const)) {
      if (colours === 'forced') await page.emulateMedia({ colorScheme: null, forcedColors: 'active' });
      expect.soft(await accessibilityMistakes(page), colours).toEqual([]);
    }
  });
});

test.concurrent.for(withoutMotion)(
  '$id stands still when the visitor wants no motion, and reads the same without JavaScript',
  async ({ path }, { expect }) => {
    // What is not laid out yet has no inner text; without motion everything is laid out at once.
    const options = { locale: 'de', reducedMotion: 'reduce', expectedMessages: ownStatus } as const;
    const withScript = await visit(options, async ({ page }) => {
      await page.goto(origin + path);
      // What follows the scrolling moves by the visitor's own hand.
      const moving = await page.evaluate(() =>
        document
          .getAnimations()
          .filter(({ timeline }) => timeline === document.timeline)
          .map((animation) => animation.id || String(animation)),
      );
      expect.soft(moving).toEqual([]);
      expect.soft(await findLongestTransition(page), 'seconds of the longest transition').toBeLessThanOrEqual(0.01);
      return readMain(page);
    });
    const without = await visit({ ...options, javaScriptEnabled: false }, async ({ page }) => {
      await page.goto(origin + path);
      return readMain(page);
    });
    expect(without.words.length).toBeGreaterThan(5);
    expect(without.silent).toEqual([]);
    expect(without.words).toEqual(withScript.words);
  },
);

function findLongestTransition(page: Page): Promise<number> {
  return page.evaluate(() =>
    Math.max(
      ...[...document.querySelectorAll('*')].map((element) =>
        Number.parseFloat(getComputedStyle(element).transitionDuration),
      ),
    ),
  );
}

/** Words of the page but for those of custom elements, which say more with a script, and the ones among them that say nothing. */
function readMain(page: Page): Promise<{ readonly words: readonly string[]; readonly silent: readonly string[] }> {
  return page.evaluate(() => {
    const custom = [...document.querySelectorAll<HTMLElement>('main *')].filter(
      (element) => element.matches(':not([hidden], :has(dialog:not([open])))') && element.localName.includes('-'),
    );
    const silent = custom.filter(({ innerText }) => innerText.trim() === '').map(({ localName }) => localName);
    for (const element of custom) element.remove();
    return { words: document.querySelector('main')?.innerText.split(/\s+/) ?? [], silent };
  });
}
