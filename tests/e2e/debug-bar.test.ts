import { inject, test } from 'vitest';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { type sizes, visit } from '#tests/helpers/browser.ts';
import { CHROME } from '#tests/helpers/experiments.ts';
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

test('the debug bar lists events as they wait, are reported and are refused, with their purpose', async ({
  expect,
}) => {
  await visit({ locale: 'en', userAgent: CHROME, expectedMessages: /status of 4\d\d/ }, async ({ page }) => {
    const events = page.locator('vitrine-debug [data-events] li');
    await page.goto(`${origin}/EMPTY-0`);
    await page.goto(`${origin}/code?debug=open`);
    await expect.poll(() => events.first().innerText()).toMatch(/^waits\s+registration_code_no_balance \(statistics\)/);
    await page.locator('form[data-consent] button[value=all]').press('Enter');
    await expect
      .poll(() => events.allInnerTexts())
      .toContainEqual(expect.stringMatching(/^reported\s+registration_code_no_balance/));
    // Refused before it was reported: it is forgotten, and the list says so.
    await page.context().clearCookies();
    await page.goto(`${origin}/EMPTY-0`);
    await page.goto(`${origin}/code?debug=open`);
    await expect.poll(() => events.first().innerText()).toMatch(/^waits/);
    await page.locator('form[data-consent] button[value=none]').press('Enter');
    await expect.poll(() => events.first().innerText()).toMatch(/^refused\s+registration_code_no_balance/);
  });
});
