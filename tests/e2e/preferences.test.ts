import { expect, inject, test } from 'vitest';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { pageCases } from '#tests/helpers/documents.ts';

const origin = inject('origin');
const cases = pageCases();
const german = cases.filter(({ locale }) => locale === 'de');
const ownStatus = /Failed to load resource: the server responded with a status of 4\d\d/;

test.concurrent.for(german)('$id reads in the dark and in forced colours', async ({ path }) => {
  const options = { locale: 'de', colorScheme: 'dark', expectedMessages: ownStatus } as const;
  await visit(options, async ({ page }) => {
    await page.goto(origin + path);
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect.soft(ground, 'the dark ground is --c-ink').toBe('rgb(20, 18, 15)');
    expect.soft(await accessibilityMistakes(page), 'dark').toEqual([]);
    await page.emulateMedia({ colorScheme: null, forcedColors: 'active' });
    expect.soft(await accessibilityMistakes(page), 'forced colours').toEqual([]);
  });
});

test.concurrent.for(german)('$id stands still when the visitor wants no motion', async ({ path }) => {
  const options = { locale: 'de', reducedMotion: 'reduce', expectedMessages: ownStatus } as const;
  await visit(options, async ({ page }) => {
    await page.goto(origin + path);
    const moving = await page.evaluate(() =>
      document.getAnimations().map((animation) => animation.id || String(animation)),
    );
    expect.soft(moving).toEqual([]);
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('*')].map((element) =>
          Number.parseFloat(getComputedStyle(element).transitionDuration),
        ),
      ),
    );
    expect(longest, 'seconds of the longest transition').toBeLessThanOrEqual(0.01);
  });
});

test.concurrent.for(german)('$id reads the same without JavaScript', async ({ path }) => {
  const read = (javaScriptEnabled: boolean) =>
    visit({ locale: 'de', javaScriptEnabled, expectedMessages: ownStatus }, async ({ page }) => {
      await page.goto(origin + path);
      return page.locator('main').innerText();
    });
  const [without, withScript] = [await read(false), await read(true)];
  expect(without.trim().length).toBeGreaterThan(20);
  expect(wordsOf(without)).toEqual(wordsOf(withScript));
});

/** Figures are left out: a countdown moves on between two visits. */
function wordsOf(text: string): string[] {
  return text.match(/\p{L}+/gu) ?? [];
}
