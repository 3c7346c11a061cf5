import type { Page } from 'playwright-core';
import type { Visit } from './browser.ts';

export type Entry = Readonly<Record<string, unknown>>;

/** What the data layer of the page holds, but for what is about experiments: which variation a visitor gets is chance. */
export async function readDataLayer(page: Page): Promise<readonly Entry[]> {
  const entries = await page.evaluate(() => (Reflect.get(window, 'dataLayer') ?? []) as readonly Entry[]);
  return entries.filter(({ event }) => typeof event === 'string' && !/experiment/.test(event));
}

/** Names of the events in the data layer, but for those of experiments. */
export async function eventNames(page: Page): Promise<readonly unknown[]> {
  return (await readDataLayer(page)).map(({ event }) => event);
}

/** Answers the question before the first page, as if on an earlier visit. */
export async function answerBefore({ page }: Visit, origin: string, choice: 'all' | 'none'): Promise<void> {
  const answer = await page.context().request.post(`${origin}/do/consent`, {
    headers: { 'sec-fetch-site': 'same-origin', referer: `${origin}/` },
    form: { choice },
  });
  if (!answer.ok()) throw new Error(`The answer was refused with status ${answer.status()}.`);
}
