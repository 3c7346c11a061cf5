import type { Page } from 'playwright-core';
import { lengthenWords, sidewaysScroll, turnAround, unreadableWords } from '#tests/helpers/layout.ts';

/** What does not fit a page in the width that it has, in words. `strained`: also with longer words, and from right to left. */
export async function findMisfits(view: Page, strained: boolean): Promise<readonly string[]> {
  const found = await misfits(view, '');
  if (!strained) return found;
  await turnAround(view);
  found.push(...(await misfits(view, ', from right to left')));
  await view.reload();
  await lengthenWords(view);
  // What has no hyphens of its own language breaks anywhere.
  found.push(...(await misfits(view, ', with longer words')).filter((one) => !one.includes('broken in the middle')));
  return found;
}

async function misfits(view: Page, how: string): Promise<string[]> {
  const wider = await sidewaysScroll(view);
  const words = await unreadableWords(view);
  return [
    ...(wider === 0 ? [] : [`The page is ${wider} px wider than the screen${how}.`]),
    ...words.map((word) => `${word}${how}.`),
  ];
}
