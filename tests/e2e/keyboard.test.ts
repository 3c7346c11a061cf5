import type { Page } from 'playwright-core';
import { expect, inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';

const origin = inject('origin');

/**
 * The focused element, and whether some of it is in sight (WCAG 2.2, 2.4.11) and anything about it or its label looks
 * different from how it looks without the focus (2.4.7).
 */
function focusRing(page: Page): Promise<{ element: string; visible: boolean }> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return { element: 'nothing', visible: false };
    const look = () =>
      [element, element.closest('label')].map((one) => {
        if (one === null) return null;
        const { outline, border, boxShadow, backgroundColor } = getComputedStyle(one);
        return [outline, border, boxShadow, backgroundColor];
      });
    const { x, y, width, height } = element.getBoundingClientRect();
    const inSight = [0.1, 0.5, 0.9].some((across) =>
      [0.1, 0.5, 0.9].some((down) => {
        const top = document.elementFromPoint(x + width * across, y + height * down);
        return top !== null && (element.contains(top) || top.closest('label')?.contains(element) === true);
      }),
    );
    const focused = JSON.stringify(look());
    element.blur();
    const blurred = JSON.stringify(look());
    element.focus({ preventScroll: true });
    return { element: element.outerHTML.slice(0, 100), visible: inSight && focused !== blurred };
  });
}

/** Presses Tab and waits until the focus has moved. */
async function tab(page: Page): Promise<void> {
  const before = await page.evaluateHandle(() => document.activeElement);
  await page.keyboard.press('Tab');
  await page.waitForFunction((left) => document.activeElement !== left, before);
}

test('the first Tab reaches the link that skips to the content', async () => {
  await visit({ locale: 'de', reducedMotion: 'reduce' }, async ({ page }) => {
    await page.goto(`${origin}/de`);
    await tab(page);
    await page.locator('a[href="#main"]:focus').waitFor();
    expect((await focusRing(page)).visible).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
  });
});

test.for(['phone', 'desktop'] as const)(
  'the language menu opens with Enter and closes with Escape (%s)',
  async (size) => {
    await visit({ locale: 'en', size }, async ({ page }) => {
      await page.goto(`${origin}/`);
      const opener = page.locator('header :is(summary, button):visible').first();
      const polish = page.locator('header a[hreflang="pl"]:visible');
      expect(await polish.count()).toBe(0);
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect.poll(() => polish.count()).toBe(1);
      await page.keyboard.press('Escape');
      await expect.poll(() => polish.count()).toBe(0);
      await opener.and(page.locator(':focus')).waitFor();
    });
  },
);

test.for([
  { size: 'phone', path: '/de' },
  { size: 'desktop', path: '/de' },
  { size: 'phone', path: '/pl/code' },
  { size: 'phone', path: '/pl/registration/deny' },
  { size: 'phone', path: '/de/membership-interest/apply' },
  { size: 'desktop', path: '/de/terms' },
] as const)('a walk with Tab through $path always shows where it is and ends ($size)', async ({ size, path }) => {
  // Without motion the look of an element does not depend on when it is read.
  await visit({ locale: 'de', size, reducedMotion: 'reduce' }, async ({ page }) => {
    await page.goto(origin + path);
    const walked: string[] = [];
    for (let step = 0; step < 200; step += 1) {
      await tab(page);
      const { element, visible } = await focusRing(page);
      if (element.startsWith('<body')) break;
      expect.soft(visible, element).toBe(true);
      walked.push(element);
    }
    expect(walked.length).toBeGreaterThan(5);
    expect(walked.length).toBeLessThan(200);
  });
});
