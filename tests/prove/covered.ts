import { chromium, type Page } from 'playwright-core';
import { locales } from '#schemas/generated/vocabulary.ts';
import { findChromium } from '#tests/setup/programs.ts';
import { launchBrowser } from '#tests/setup/launch-browser.ts';
import { consentPages } from '#tests/gallery/gallery-site.ts';
import { servePages } from '#tests/gallery/serve-pages.ts';
import { coveredInTurn, coveredNow, type Kind } from '#tests/helpers/covered.ts';
import type { Proof, ProofContext, ProofResult } from './proof.ts';

/** Heights of windows by width, the lowest first. */
const HEIGHTS: ReadonlyMap<number, readonly number[]> = new Map([
  [390, [700, 800, 900]],
  [1280, [720]],
  [1440, [700, 800, 900]],
]);

export const covered: Proof = {
  summary: `Looks behind what lies over the page: every document in ${locales.length} languages, as it is first shown and with each of its forms refused, at ${[...HEIGHTS].map(([width, heights]) => `${width} × ${heights.join(', ')}`).join('; ')} px.`,
  runs: 1,
  missing: () => (findChromium() === null ? 'Chromium was not found; CHROMIUM_PATH names it.' : null),
  run,
};

async function run({ progress }: ProofContext): Promise<ProofResult> {
  const pages = await consentPages();
  const { origin, server } = await servePages(async (index) => {
    const content = pages[index]?.content;
    if (content === undefined) throw new Error(`There is no page ${index}.`);
    return typeof content === 'string' ? content : content();
  });
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.wsEndpoint());
  const counts = { focus: 0, message: 0, action: 0, field: 0, keyboard: 0 };
  const broken = new Set<string>();
  let looks = 0;
  try {
    for (const [width, heights] of HEIGHTS) {
      const context = await browser.newContext({
        viewport: { width, height: 900 },
        javaScriptEnabled: false,
        reducedMotion: 'reduce',
      });
      const view = await context.newPage();
      for (const [index, { group, name }] of pages.entries()) {
        await view.goto(`${origin}/page/${index}`);
        await view.evaluate(() => document.fonts.ready.then(() => undefined));
        const found = await lookAtHeights(view, { width, heights }, !name.includes(','));
        looks += heights.length;
        for (const { kind } of found) counts[kind] += 1;
        // At the foot of a phone, what else is there is scrolled clear, as below any fold.
        const bad = found.filter(({ kind }) => kind !== 'field' || width > 390);
        for (const { kind, what, height } of bad)
          broken.add(`${group}, ${name}, ${width} × ${height}: ${kind} ${what}`);
        progress(looks, pages.length * [...HEIGHTS.values()].flat().length);
      }
      await context.close();
    }
  } finally {
    await browser.close();
    await launched.close();
    server.close();
  }
  return { found: [['Pages', pages.length], ['Looks', looks], ...Object.entries(counts)], broken: [...broken] };
}

interface Found {
  readonly kind: Kind | 'keyboard';
  readonly what: string;
}

async function lookAtHeights(
  view: Page,
  { width, heights }: { readonly width: number; readonly heights: readonly number[] },
  isFirst: boolean,
): Promise<(Found & { readonly height: number })[]> {
  const all: (Found & { readonly height: number })[] = [];
  for (const height of heights) {
    await view.setViewportSize({ width, height });
    // What follows the scrolling follows it with the next frame.
    await view.waitForTimeout(150);
    // Once a page: a lower screen is the harder one, and a refused form has the same stops.
    const found = await lookBehind(view, isFirst && height === heights[0]);
    all.push(...found.map((one) => ({ ...one, height })));
  }
  return all;
}

/** As the page is first shown, because anyone who scrolls brings anything clear; then as a keyboard user goes through it. */
async function lookBehind(view: Page, isWalked: boolean): Promise<Found[]> {
  await view.evaluate(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) scrollTo(0, 0);
    else activeElement.scrollIntoView({ block: 'nearest' });
  });
  const seen = await coveredNow(view);
  if (!isWalked) return seen;
  const walked = await coveredInTurn(view);
  await view.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  return [...seen, ...walked.map((what) => ({ kind: 'keyboard' as const, what }))];
}
