import { readdirSync, readFileSync } from 'node:fs';
import type { Page, Request } from 'playwright-core';

/** Scripts among requests, without those of the browser itself. */
export function scriptsIn(requests: readonly Request[]): string[] {
  return requests
    .filter((request) => request.resourceType() === 'script' || /\.js(?:\?|$)/.test(request.url()))
    .map((request) => request.url());
}

const CHUNKS = '/assets/chunks/';

/**
 * Paths of the built chunks that hold these words; their names say nothing.
 * @throws when there is none, so that no test looks for what cannot be there
 */
export function chunksWith(words: string): string[] {
  const { release }: { readonly release: string } = JSON.parse(readFileSync('dist/build.json', 'utf8'));
  const folder = `dist/releases/${release}/client${CHUNKS}`;
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const found = files.filter((file) => readFileSync(`${folder}${file}`, 'utf8').includes(words));
  if (found.length === 0) throw new Error(`No chunk of the client holds "${words}".`);
  return found.map((file) => CHUNKS + file);
}

/** Waits until the island with this block id is live. */
export async function live(page: Page, id: string): Promise<void> {
  await page.locator(`[data-island][data-id="${id}"][data-live=""]`).waitFor({ state: 'attached' });
}

/** Waits until the one form that was filled in can be sent as an operation. */
export async function prepared(page: Page): Promise<void> {
  await page.locator('form[data-prepared]').waitFor({ state: 'attached' });
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
