import type { Page } from 'playwright-core';

/** Answers the question, which is over the page until it is answered. */
export async function refuseStatistics(page: Page): Promise<void> {
  const refuse = page.locator('form[data-consent] [value=none]');
  // On a phone the card makes way for what the page is there for, and comes back for the keyboard.
  await refuse.focus();
  await refuse.click();
  await refuse.waitFor({ state: 'hidden' });
}
