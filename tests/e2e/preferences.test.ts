import { inject, test } from 'vitest';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { visit } from '#tests/helpers/browser.ts';
import { openPages } from '#tests/helpers/documents.ts';

const origin = inject('origin');
const cases = openPages();
const german = cases.filter(({ locale }) => locale === 'de');
const ownStatus = /Failed to load resource: the server responded with a status of 4\d\d/;

test.concurrent.for(german)('$id reads in the dark and in forced colours', async ({ path }, { expect }) => {
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

test.concurrent.for(german)('$id stands still when the visitor wants no motion', async ({ path }, { expect }) => {
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

test.concurrent.for(german)('$id is there at once on a phone: nothing fades in', async ({ path }, { expect }) => {
  await visit({ locale: 'de', expectedMessages: ownStatus }, async ({ page }) => {
    await page.goto(origin + path);
    const fading = await page.evaluate(() =>
      [...document.querySelectorAll('*')]
        .map((element) => getComputedStyle(element))
        // What follows the scrolling stands still until then, and "unfold" lays sections out without moving them.
        .filter((style) => style.getPropertyValue('animation-timeline') === 'auto' && style.animationDuration !== '0s')
        .map(({ animationName }) => animationName)
        .filter((name) => name !== 'none' && name !== 'unfold'),
    );
    expect(fading).toEqual([]);
  });
});

test.concurrent.for(german)('$id reads the same without JavaScript', async ({ path }, { expect }) => {
  const read = (javaScriptEnabled: boolean) =>
    // What is not laid out yet has no inner text; without motion everything is laid out at once.
    visit(
      { locale: 'de', javaScriptEnabled, reducedMotion: 'reduce', expectedMessages: ownStatus },
      async ({ page }) => {
        await page.goto(origin + path);
        return page.evaluate(() => {
          // Custom elements say more with a script; without one they must still say something, unless they are not seen.
          const custom = [...document.querySelectorAll<HTMLElement>('main *')].filter(
            (element) => element.matches(':not([hidden], :has(dialog:not([open])))') && element.localName.includes('-'),
          );
          const silent = custom.filter(({ innerText }) => innerText.trim() === '').map(({ localName }) => localName);
          for (const element of custom) element.remove();
          return { words: document.querySelector('main')?.innerText.split(/\s+/) ?? [], silent };
        });
      },
    );
  const without = await read(false);
  expect(without.words.length).toBeGreaterThan(5);
  expect(without.silent).toEqual([]);
  expect(without.words).toEqual((await read(true)).words);
});
