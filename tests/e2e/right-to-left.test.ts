import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { visit } from '#tests/helpers/browser.ts';

/** The pages of the site as they would be laid out in a language that is written from right to left. */
async function turn(page: Page): Promise<void> {
  await page.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.continue();
    const response = await route.fetch();
    const body = (await response.text()).replace('<html lang=', '<html dir="rtl" lang=');
    return route.fulfill({ response, body });
  });
}

test.for([
  ['/', 390],
  ['/', 1440],
  ['/ANNA-50', 390],
  ['/ANNA-50', 1440],
  ['/about-us', 390],
  ['/membership-interest/apply', 390],
  ['/about-us', 1440],
  ['/black-friday', 390],
] as const)('%s is laid out from right to left at %i px, and fits the screen', async ([path, width], { expect }) => {
  await visit({ viewport: { width, height: 844 } }, async ({ page }) => {
    await turn(page);
    await page.goto(inject('origin') + path);
    const found = await page.evaluate(() => {
      const middle = (selector: string): number => {
        const box = document.querySelector(selector)?.getBoundingClientRect();
        return box === undefined ? Number.NaN : (box.left + box.right) / 2;
      };
      return {
        direction: getComputedStyle(document.body).direction,
        overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
        mark: middle('.wordmark') > innerWidth / 2 ? 'right' : 'left',
      };
    });
    expect(found).toEqual({ direction: 'rtl', overflow: 0, mark: 'right' });
  });
});
