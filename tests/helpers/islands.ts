import type { Page, Request } from 'playwright-core';

/** Scripts among requests, without those of the browser itself. */
export function scriptsIn(requests: readonly Request[]): string[] {
  return requests
    .filter((request) => request.resourceType() === 'script' || /\.js(?:\?|$)/.test(request.url()))
    .map((request) => request.url());
}

/** Waits until the island with this block id is live. */
export async function live(page: Page, id: string): Promise<void> {
  await page.locator(`[data-island][data-id="${id}"][data-live=""]`).waitFor({ state: 'attached' });
}

/** Lets every script of islands wait until `release` is called. */
export async function holdIslands(page: Page): Promise<{ release: () => void }> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\/assets\/island/, async (route) => {
    await promise;
    await route.continue();
  });
  return { release: () => resolve() };
}

/** Problems that the page survived, as its client reports them. */
export async function collectProblems(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const problems: string[] = [];
    Object.assign(window, { problems });
    document.addEventListener('vitrine:problem', (event) => {
      if (event instanceof CustomEvent) problems.push(`${event.detail.where}: ${event.detail.error}`);
    });
  });
  return () => page.evaluate(() => Reflect.get(window, 'problems') as string[]);
}
