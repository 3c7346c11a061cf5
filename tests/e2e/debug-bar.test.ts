import { inject, test } from 'vitest';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { type sizes, visit } from '#tests/helpers/browser.ts';
import { sidewaysScroll } from '#tests/helpers/layout.ts';

const origin = inject('origin');

test.for<keyof typeof sizes>(['phone', 'desktop'])(
  'the debug bar opens without a script under the policy of the page and hides nothing (%s)',
  async (size, { expect }) => {
    await visit({ size, locale: 'en' }, async ({ page }) => {
      await page.goto(`${origin}/?debug`);
      const bar = page.locator('vitrine-debug');
      expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('fixed');
      const below = (await bar.boundingBox())?.height ?? Infinity;
      const first = await page.locator('body > :not(svg, a, script, style)').first().boundingBox();
      expect(first?.y).toBeGreaterThanOrEqual(Math.floor(below));
      await bar.locator('summary').click();
      await bar.getByRole('link', { name: 'short', exact: true }).waitFor();
      expect(await sidewaysScroll(page)).toBe(0);
      expect(await accessibilityMistakes(page)).toEqual([]);
    });
  },
);
