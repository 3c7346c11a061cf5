import type { Page } from 'playwright-core';

/** A mark that a full load would take away. */
export async function mark(page: Page): Promise<() => Promise<boolean>> {
  await page.evaluate(() => Object.assign(window, { marked: true }));
  return () => page.evaluate(() => Reflect.get(window, 'marked') === true);
}

/** Of the page that is shown. */
export const language = (page: Page): Promise<string> => page.evaluate(() => document.documentElement.lang);

/** Waits until a change of the page is over: its title is announced last. */
export async function announced(page: Page): Promise<void> {
  await page.waitForFunction(() => document.getElementById('announcer')?.textContent === document.title);
}

/** Sections that have not taken their place yet. */
export function unfolding(): number {
  return document
    .getAnimations()
    .filter((animation) => animation instanceof CSSAnimation && animation.animationName === 'unfold')
    .filter(({ playState }) => playState !== 'finished').length;
}
