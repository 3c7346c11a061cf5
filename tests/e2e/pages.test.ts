import { readdir } from 'node:fs/promises';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Page } from 'playwright-core';
import { inject, test } from 'vitest';
import { readWeights } from '#engine/cli/check/read-weights.ts';
import { localDeployment } from '#engine/cli/local-deployment.ts';
import { readProject } from '#engine/documents/read-project.ts';
import { inspectOn, resolveOn } from '#engine/documents/resolve.ts';
import { pageWeight } from '#engine/documents/rules/page-weight/rule.ts';
import { journeys } from '#schemas/generated/journeys/decide.ts';
import { locales } from '#schemas/generated/vocabulary.ts';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { accessibilityMistakes } from '#tests/helpers/accessibility.ts';
import { resize, slowDown, visit } from '#tests/helpers/browser.ts';
import {
  guardedPages,
  inTurn,
  oneInTurn,
  openPages,
  type PageCase,
  showingEverything,
} from '#tests/helpers/documents.ts';
import { everything } from '#tests/helpers/everything.ts';
import { htmlMistakes } from '#tests/helpers/html-validate.ts';
import { unfolding } from '#tests/helpers/in-place.ts';
import {
  doubleText,
  layoutShifts,
  sidewaysScroll,
  spaceText,
  stayingElements,
  unreadableWords,
} from '#tests/helpers/layout.ts';
import { projectSite } from '#tests/helpers/project-site.ts';

const origin = inject('origin');
const cases = openPages();
const german = cases.filter(({ locale }) => locale === 'de');
/** A mistake of a layout or a block is on one of them; the other documents put the same blocks in another order. */
const sample = await showingEverything(german, origin);
/** The longest words and the letters beyond Latin-1: what breaks a layout breaks it in these two first. */
const hardest = cases.filter(({ id, locale }) => sample.has(id) && (locale === 'de' || locale === 'pl'));
/** Each in one of the two, in turn. */
const hard = hardest.filter((one, index) => everything || index % 4 < 2 === (one.locale === 'de'));
/** Each in one language: every second one in one of the two, the others in one language after another. */
const documents = [...sample];
const seen = cases.filter(
  (one) =>
    everything || (sample.has(one.id) && (documents.indexOf(one.id) % 2 === 0 ? hard.includes(one) : inTurn(one))),
);
/** Roles and colours do not depend on the language; each block is examined alone, too, so that every second document will do. */
const examined = german.filter(({ id }) => sample.has(id)).filter((_, index) => everything || index % 2 === 0);
/** Every third one: fonts belong to the layouts and blocks that documents share. */
const late = hard.filter((_, index) => everything || index % 3 === 0);
/** What a program reads costs little: each document in one language. */
const read = cases.filter((one) => everything || inTurn(one));

/** Of a page's HTML on the wire: the budget of the site. */
const MAX_BYTES = (await projectSite()).config.weight?.page ?? Number.NaN;

/** Chromium reports the status of the page itself on the console. */
const ownStatus = { expectedMessages: /Failed to load resource: the server responded with a status of (404|500)/ };
const optionsFor = ({ locale, status }: PageCase) => ({ locale, ...(status !== 200 && ownStatus) });

test('no page, and no variation of an experiment, weighs more than it may in any language', async ({ expect }) => {
  const input = { ...(await readProject('.')), deployment: localDeployment, journeys };
  const weights = await readWeights('.', inspectOn(input, undefined).project.expanded);
  expect(new Set(weights.map(({ document }) => document)).size).toBeGreaterThan(cases.length / locales.length);
  const result = resolveOn({ ...input, weights }, undefined);
  const findings = result.ok ? result.warnings : result.findings;
  expect(findings.filter(({ rule }) => rule === pageWeight.id).map(({ message }) => message)).toEqual([]);
});

test('there are documents to check', ({ expect }) => {
  expect(cases.length).toBeGreaterThan(0);
});

test.concurrent.for(seen)('$id in $locale reads on a phone', async (one, { expect }) => {
  await visit(optionsFor(one), async ({ page, requests }) => {
    const response = await page.goto(origin + one.path);
    expect.soft(response?.status()).toBe(one.status);
    expect.soft(new URL(page.url()).pathname).toBe(one.path);
    const policy = response?.headers()['content-security-policy'];
    expect.soft(policy).toContain("script-src 'self'");
    expect.soft(policy).not.toContain('unsafe');

    const scripts = requests.filter((request) => request.resourceType() === 'script');
    // Pages of staff users send their forms without a reload.
    const own = one.id.startsWith('pages/admin/') ? [expect.stringContaining('/assets/views.')] : [];
    expect.soft(scripts.map((request) => request.url())).toEqual(own);
    expect.soft(await layoutShifts(page), 'layout shifts').toEqual([]);
    expect.soft(await page.locator('html').getAttribute('lang')).toBe(one.locale);
    expect.soft(await page.locator('h1').count(), 'h1').toBe(1);
    expect.soft(await page.locator('[style]').count(), 'style attributes').toBe(0);
    expect.soft(await fading(page), 'what fades in on a phone').toEqual([]);
    expect.soft(await laidOutEarly(page), 'what is laid out with another section, far from the screen').toEqual([]);
    expect.soft(await hiddenAtFirst(page), 'what of a phone’s screen the first frame does not show').toEqual([]);

    await resize(page, 'narrow');
    expect.soft(await hiddenAtFirst(page), 'what of a narrow phone’s screen the first frame does not show').toEqual([]);
    expect.soft(await sidewaysScroll(page), 'sideways scroll at 320 px').toBe(0);
    expect.soft(await unreadableWords(page), 'words at 320 px').toEqual([]);
  });
});

test.concurrent.for(late)(
  '$id in $locale stands still when its fonts are late, and reads in every width with and without them',
  async (one, { expect }) => {
    await visit({ ...optionsFor(one), size: 'desktop' }, async ({ page }) => {
      const { promise: isPainted, resolve: letFontsCome } = Promise.withResolvers<void>();
      await page.route('**/*.woff2', async (route) => {
        await isPainted;
        await route.continue();
      });
      await page.goto(origin + one.path, { waitUntil: 'commit' });
      await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
      letFontsCome();
      await page.waitForLoadState();
      await page.waitForFunction(() => document.fonts.status === 'loaded');
      expect.soft(await layoutShifts(page), 'layout shifts').toEqual([]);
      for (const fonts of ['fallback', 'own']) {
        if (fonts === 'own') {
          // Fonts that the browser keeps are there from the first paint; it keeps nothing while requests are held.
          await page.unroute('**/*.woff2');
          await page.goto(origin + one.path);
          await page.waitForFunction(() => document.fonts.status === 'loaded');
          await page.reload();
        }
        for (const size of ['desktop', 'narrow'] as const) {
          await resize(page, size);
          expect.soft(await sidewaysScroll(page), `sideways scroll, ${size}, in ${fonts} fonts`).toBe(0);
          expect.soft(await unreadableWords(page), `words, ${size}, in ${fonts} fonts`).toEqual([]);
        }
      }
    });
  },
);

test.concurrent.for([600, 1_500, 8_000])(
  'a landing that a phone loads again, or comes back to, %i px below its top is where it was left',
  async (top, { expect }) => {
    await visit({ locale: 'de', hasTouch: true, isMobile: true }, async ({ page }) => {
      const places = async (): Promise<string> => {
        await page.waitForLoadState();
        await expect.poll(() => page.evaluate(unfolding)).toBe(0);
        await page.waitForFunction(() => document.fonts.status === 'loaded');
        return page.evaluate(() =>
          [...document.querySelectorAll('main > section')]
            .map((section) => `${section.id} ${Math.round(section.getBoundingClientRect().top)}`)
            .join(', '),
        );
      };
      await page.goto(`${origin}/de`);
      // The first load is laid out before its fonts are there.
      await page.reload();
      await places();
      await page.evaluate((to) => scrollTo({ top: to, behavior: 'instant' }), top);
      const left = await places();
      await page.reload();
      await expect.poll(places, { message: 'loaded again' }).toBe(left);
      await page.goto(`${origin}/de/about-us`);
      await page.goBack();
      await expect.poll(places, { message: 'come back to' }).toBe(left);
    });
  },
);

test.concurrent('a phone lays out what follows the first block in its second frame, and never hides it again: not when it is turned, nor in print', async ({
  expect,
}) => {
  await visit({ locale: 'de', isMobile: true, hasTouch: true }, async ({ page }) => {
    await page.addInitScript(() => {
      const hidden: number[] = Object.assign(window, { hidden: [] }).hidden;
      const look = (): void => {
        const sections = [...document.querySelectorAll('main > section')];
        if (sections.length > 1)
          hidden.push(sections.filter((one) => getComputedStyle(one).visibility === 'hidden').length);
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    const hiddenSince = (from: number) =>
      page.evaluate((at) => (Reflect.get(window, 'hidden') as number[]).slice(at), from);
    await page.goto(`${origin}/de`);
    await expect.poll(() => page.evaluate(unfolding)).toBe(0);
    const first = await hiddenSince(0);
    expect(Math.max(...first), 'in the first frame').toBeGreaterThan(3);
    expect(first.slice(first.findLastIndex((count) => count > 0)).length, 'frames since').toBeGreaterThan(10);

    await resize(page, 'landscape');
    await page.locator('#join-form-email').focus();
    await resize(page, 'phone');
    await page.keyboard.type('anne');
    expect(await page.locator('#join-form-email').inputValue()).toBe('anne');
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    expect(Math.max(...(await hiddenSince(first.length))), 'afterwards').toBe(0);
    const veil = await page.locator('#how').evaluate((how) => getComputedStyle(how).getPropertyValue('--veil'));
    expect(veil, 'on small paper').toBe('');
  });
});

test('the piece of a story stands beside its words, and covers none of them, on wide screens', async ({ expect }) => {
  await visit({ size: 'desktop', locale: 'de' }, async ({ page }) => {
    await page.goto(`${origin}/de/viral-product-share`);
    for (const width of [1_280, 1_500, 1_920, 2_560]) {
      await page.setViewportSize({ width, height: 900 });
      await page.waitForFunction((wanted) => innerWidth === wanted, width);
      const image = await page.locator('#piece img').boundingBox();
      const words = await page.locator('#piece h2').boundingBox();
      if (image === null || words === null) throw new Error('The piece is not shown.');
      const isBeside = image.x + image.width <= words.x;
      const isAbove = image.y + image.height <= words.y;
      expect.soft(isBeside || isAbove, `${width} px`).toBe(true);
    }
  });
});

test.concurrent.for(examined)('$id in $locale has no accessibility mistake', async (one, { expect }) => {
  await visit(optionsFor(one), async ({ page }) => {
    await page.goto(origin + one.path);
    for (const size of oneInTurn(one, ['phone', 'desktop'] as const)) {
      await resize(page, size);
      expect.soft(await accessibilityMistakes(page), size).toEqual([]);
    }
    await resize(page, 'landscape');
    expect.soft(await sidewaysScroll(page), 'sideways scroll on a phone held across').toBe(0);
    // The question of consent leaves room to read.
    const covered = (await stayingElements(page)).filter(({ share }) => share > 40);
    expect.soft(covered, 'what covers a phone held across').toEqual([]);
    await resize(page, 'phone');
    await spaceText(page);
    expect.soft(await sidewaysScroll(page), 'sideways scroll in spaced text').toBe(0);
    const cut = (await unreadableWords(page)).filter((word) => word.includes('cut off'));
    expect.soft(cut, 'words in spaced text').toEqual([]);
    await page.evaluate(() => (document.adoptedStyleSheets = document.adoptedStyleSheets.slice(0, -1)));
    await doubleText(page);
    expect.soft(await sidewaysScroll(page), 'sideways scroll in text of twice the size').toBe(0);
    const lost = (await unreadableWords(page)).filter((word) => word.includes('cut off'));
    expect.soft(lost, 'words in text of twice the size').toEqual([]);
  });
});

test('the landing stands still on a slow phone in a slow network', async ({ expect }) => {
  await visit({ locale: 'de' }, async ({ page }) => {
    await slowDown(page, { cpu: 4, network: 'slow 4G' });
    await page.goto(`${origin}/de`);
    expect(await layoutShifts(page)).toEqual([]);
  });
});

test.for(guardedPages())(
  '$id in $locale is not shown to a visitor without its condition',
  async ({ path, locale }, { expect }) => {
    const response = await fetch(origin + path, { headers: { 'accept-language': locale }, redirect: 'manual' });
    expect([302, 303, 403]).toContain(response.status);
  },
);

test.concurrent.for(read)('$id in $locale is light, valid HTML', async ({ id, path, locale }, { expect }) => {
  const response = await fetch(origin + path, { headers: { 'accept-language': locale }, redirect: 'manual' });
  const html = await response.text();
  expect.soft(await htmlMistakes(html), 'html-validate').toEqual([]);
  expect.soft(brotliBytes(html), 'bytes of HTML after Brotli').toBeLessThanOrEqual(MAX_BYTES);
  // The loader sends a form before the code of its island is there. Passkeys, lists and the progress of a release are a part of
  // the pages of staff users.
  const isAdmin = id.startsWith('pages/admin/');
  const most = isAdmin ? 5 * 1024 : 3.5 * 1024;
  expect.soft(inlineScriptBytes(html), 'bytes of inline script').toBeLessThanOrEqual(most);
  // What the lists of staff users need is for their pages alone.
  if (!isAdmin) expect.soft(html).not.toMatch(/behaviour-data-view|<vitrine-(?:list|copy|passkey|progress)/);
});

test('nothing of the page for development is among the files that browsers may load', async ({ expect }) => {
  const record = await readBuildRecord();
  const folder = record === null ? '' : getReleaseFolder(record).client;
  const files = await readdir(folder, { recursive: true });
  expect(files.filter((file) => file.endsWith('.js')).length).toBeGreaterThan(20);
  expect(files.filter((file) => /dev-page|entry-server-routing/.test(file))).toEqual([]);
});

/** Names of animations that keep the first screen from being there at once. */
function fading(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .map((element) => getComputedStyle(element))
      // What follows the scrolling stands still until then, and "unfold" lays sections out without moving them.
      .filter((style) => style.getPropertyValue('animation-timeline') === 'auto' && style.animationDuration !== '0s')
      .flatMap(({ animationName }) => animationName.split(', '))
      .filter((name) => name !== 'none' && name !== 'unfold' && name !== 'veil'),
  );
}

/** Sections on the first screen that are laid out for the second frame. */
function hiddenAtFirst(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll('main *')]
      .filter((element) => getComputedStyle(element).animationName.includes('veil'))
      .filter((element) => getComputedStyle(element).getPropertyValue('--veil') === 'hidden')
      .filter((element) => element.getBoundingClientRect().top < innerHeight)
      .map(({ id }) => id),
  );
}

/** Sections more than a screen below the first one that have no frame of their own to be laid out in: a slow phone shows nothing meanwhile. */
function laidOutEarly(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const delays = new Set<string>();
    return [...document.querySelectorAll('main :is(.section, .g)')]
      .filter((section) => section.parentElement?.closest('.section, .g') === document.querySelector('main.g'))
      .filter((section) => section.getBoundingClientRect().top > 2 * innerHeight)
      .filter((section) => {
        const { animationName, animationDelay } = getComputedStyle(section);
        const isAlone = animationName.startsWith('unfold') && !delays.has(animationDelay);
        delays.add(animationDelay);
        return !isAlone;
      })
      .map(({ id }) => id);
  });
}

/**
 * As pages are sent from their second answer on. That takes a fifth of a second for each, so only pages are weighed so that a quick
 * compression, which leaves a tenth more, cannot clear.
 */
function brotliBytes(text: string): number {
  const quick = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }).length;
  return quick <= MAX_BYTES ? quick : brotliCompressSync(text).length;
}

/** Bytes of script that runs; data such as JSON-LD is not counted. */
function inlineScriptBytes(html: string): number {
  const scripts = html.matchAll(/<script(?![^>]*\bsrc=)(?![^>]*type="application\/)[^>]*>(.*?)<\/script>/gs);
  return [...scripts].reduce((sum, [, code = '']) => sum + Buffer.byteLength(code), 0);
}
