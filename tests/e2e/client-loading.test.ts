import { readdirSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { inject, test } from 'vitest';
import type { ClientModule } from '#engine/compile/types.ts';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { inTurn, openPages } from '#tests/helpers/documents.ts';
import { slowDown, visit } from '#tests/helpers/browser.ts';
import { holdIslands, live, scriptsIn } from '#tests/helpers/islands.ts';

const origin = inject('origin');

/** Bytes (architecture, budgets); those of files after Brotli. */
const INLINE = 3 * 1024;
const FIRST_TOUCH = 75 * 1024;
const REACT_AND_FORM = 70 * 1024;
/** What follows a link. */
const LINK = 7.5 * 1024;
/** Consent, the queue and everything that is reported, with the events' schemas. */
const TRACKING = 4 * 1024;

test('a landing loads no script before a visitor touches it', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(origin, { waitUntil: 'networkidle' });
    expect(scriptsIn(requests)).toEqual([]);
    const inline = await page.evaluate(() =>
      [...document.scripts]
        .filter(({ type }) => type === '')
        .reduce((sum, { textContent }) => sum + textContent.length, 0),
    );
    expect(inline).toBeGreaterThan(0);
    expect(inline).toBeLessThanOrEqual(INLINE);
  });
});

test('the loader leaves one name in the page, its own', async ({ expect }) => {
  const names = (path: string) =>
    visit({}, async ({ page }) => {
      await page.goto(origin + path, { waitUntil: 'networkidle' });
      return page.evaluate(() => Object.keys(window));
    });
  const without = await names('/robots.txt');
  expect((await names('/')).filter((name) => !without.includes(name))).toEqual(['vitrine']);
});

test('a page without an island loads no script until its links are touched', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${origin}/about-us`, { waitUntil: 'networkidle' });
    const scripts = await page.evaluate(() => [...document.scripts].map(({ type }) => type));
    expect(scripts.filter((type) => !type.startsWith('application/'))).toEqual(['']);
    expect(scriptsIn(requests)).toEqual([]);
  });
});

const forms = [
  ['/invitation', 'join', '#join-form-email'],
  ['/code', 'code', 'input[name=code]'],
  ['/membership-interest/apply', 'apply', 'input[name=email]'],
] as const;

test.for(forms)(
  'the form on %s is live with three files, the first one before the others',
  async ([path, id, field], { expect }) => {
    await visit({}, async ({ page, requests }) => {
      const held = await holdIslands(page);
      await page.goto(origin + path);
      await page.locator(field).focus();
      // A script that only another one knows of cannot be asked for yet.
      await expect.poll(() => scriptsIn(requests).length).toBe(3);
      expect(scriptsIn(requests)[0]).toContain('/start.');
      held.release();
      await live(page, id);
      await page.waitForLoadState('networkidle');
      const files = [...new Set(scriptsIn(requests))];
      expect(files).toHaveLength(3);
      expect(sumSizes(files)).toBeLessThanOrEqual(FIRST_TOUCH);
      expect(sumSizes(files.filter((file) => !file.includes('/start.')))).toBeLessThanOrEqual(REACT_AND_FORM);
      expect(Buffer.concat(files.map(read)).toString()).not.toMatch(/ApolloClient|__APOLLO|i18next/);
    });
  },
);

test('a form that is sent at once gets its response before the files that make it live are requested', async ({
  expect,
}) => {
  await visit({}, async ({ page, requests }) => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route('**/do/check-code*', async (route) => {
      ask();
      await released;
      await route.continue();
    });
    // As on a slow phone, the form is sent before the first module is there.
    await page.route('**/start.*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`${origin}/code`);
    await page.locator('input[name=code]').fill('NOT-A-CODE');
    await page.keyboard.press('Enter');
    await expect.poll(() => scriptsIn(requests)).toEqual([expect.stringContaining('/start.')]);
    // Longer than the first module takes to run.
    await page.waitForTimeout(300);
    expect(scriptsIn(requests)).toHaveLength(1);
    release();
    await page.locator('#code .field-message').waitFor();
    await expect.poll(() => scriptsIn(requests).length).toBe(3);
  });
});

test('a touch of the code field of a phone, which scrolls to it, loads no image', async ({ expect }) => {
  await visit({ hasTouch: true }, async ({ page, requests }) => {
    await page.goto(origin, { waitUntil: 'networkidle' });
    await page.locator('#code input[name=code]').evaluate((field) => field.scrollIntoView());
    // A slow machine lays out the sections below later, and loads what is near then.
    await page.waitForTimeout(1000);
    const before = requests.length;
    await page.locator('#code input[name=code]').tap();
    await live(page, 'code');
    await page.waitForLoadState('networkidle');
    const images = requests.slice(before).filter((request) => request.resourceType() === 'image');
    expect(images.map((request) => request.url())).toEqual([]);
  });
});

test('a link is followed with one file, which does not know React', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(origin);
    await page.locator('a[href^="/"]').first().hover();
    await page.waitForLoadState('networkidle');
    const files = [...new Set(scriptsIn(requests))];
    expect(files).toHaveLength(1);
    expect(sumSizes(files)).toBeLessThanOrEqual(LINK);
  });
});

test('consent, queue and tracking are no more than 4 KB: files of their own, and their part of the first module', async ({
  expect,
}) => {
  const { client, sourceMaps, modules } = await readBuild();
  const { tracking, cmp, start } = modules;
  if (tracking === undefined || cmp === undefined || start === undefined) throw new Error('The build lacks a module.');
  const own = [tracking, cmp].flatMap(({ file, imports }) => [file, ...imports]).filter((file) => file !== start.file);
  const code = readFileSync(join(client, start.file), 'utf8');
  const part = codeIn(code, readFileSync(join(sourceMaps, `${start.file}.map`), 'utf8'), ABOUT_VISITORS);
  const sizes = {
    ...Object.fromEntries(own.map((file) => [file, brotli(readFileSync(join(client, file)))])),
    start: brotli(Buffer.from(part)),
  };
  expect(own.length).toBeGreaterThanOrEqual(2);
  expect(sizes.start, JSON.stringify(sizes)).toBeGreaterThan(512);
  expect(
    Object.values(sizes).reduce((sum, size) => sum + size),
    JSON.stringify(sizes),
  ).toBeLessThanOrEqual(TRACKING);
});

test('no page or landing names a file of the studio, and no file of visitors has a module that only the studio needs', async ({
  expect,
}) => {
  const { client, sourceMaps, modules } = await readBuild();
  const { studio, ...others } = modules;
  if (studio === undefined) throw new Error('The build lacks the studio.');
  const ofStudio = new Set([studio.file, ...namesIn(readFileSync(join(client, studio.file), 'utf8'))]);
  // The JSON editor is loaded on demand.
  expect(ofStudio.size).toBeGreaterThan(1);
  const ofVisitors = Object.values(others).flatMap(({ file, imports }) => [file, ...imports]);
  expect(ofVisitors.filter((file) => ofStudio.has(file))).toEqual([]);
  const maps = readdirSync(sourceMaps, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.map'));
  expect(maps.length).toBeGreaterThan(20);
  for (const map of maps) {
    const { sources } = JSON.parse(readFileSync(join(sourceMaps, map), 'utf8')) as {
      readonly sources: readonly string[];
    };
    const foreign = sources.filter((source) =>
      /engine\/studio\/|node_modules\/(?:i18next|react-i18next|idiomorph|@codemirror)\b/.test(source),
    );
    expect([map, foreign]).toEqual([map, []]);
  }
  for (const { id, path } of openPages().filter(inTurn)) {
    const named = namesIn(await (await fetch(origin + path)).text());
    expect([id, named.filter((file) => ofStudio.has(file) || file.includes('studio'))]).toEqual([id, []]);
  }
});

test('a hand near the form starts the load, on a slow phone too', async ({ expect }) => {
  await visit({}, async ({ page, requests }) => {
    await page.goto(`${origin}/invitation`);
    await slowDown(page, { cpu: 4, network: 'slow 4G' });
    await page.locator('#join-form').hover();
    await live(page, 'join');
    expect(scriptsIn(requests).length).toBeGreaterThan(0);
  });
});

/** Modules of consent, queue and tracking, wherever the bundler has put them. */
const ABOUT_VISITORS =
  /engine\/client\/(?:consent|tracking)\/|engine\/shared\/(?:consent|check-event|pending-events|cookie-parts|experiment-cookies|tag-manager)\.ts|schemas\/generated\/events\.ts/;

/** Scripts that a page or another script names. */
const namesIn = (text: string): readonly string[] =>
  [...text.matchAll(/(?:assets\/|\.\/)((?:chunks\/)?[\w.-]+\.js)\b/g)].map(([, file]) => `assets/${file}`);

/** The finished build, with its modules for browsers by name. */
async function readBuild() {
  const record = await readBuildRecord();
  if (record === null) throw new Error('There is no build.');
  const { client, sourceMaps } = getReleaseFolder(record);
  const modules: Readonly<Record<string, ClientModule>> = JSON.parse(
    readFileSync(join(client, 'client-modules.json'), 'utf8'),
  );
  return { client, sourceMaps, modules };
}

/** What of a built file comes from the sources that are meant, by its source map. */
function codeIn(code: string, map: string, sources: RegExp): string {
  const sourceMap = new SourceMap(JSON.parse(map));
  return code
    .split('\n')
    .flatMap((text, line) =>
      [...text].filter((_, column) => {
        const entry = sourceMap.findEntry(line, column);
        return 'originalSource' in entry && sources.test(entry.originalSource);
      }),
    )
    .join('');
}

function read(url: string): Buffer {
  return readFileSync(join('dist/public', new URL(url).pathname));
}

function sumSizes(urls: readonly string[]): number {
  return urls.reduce((sum, url) => sum + brotli(read(url)), 0);
}

function brotli(file: Buffer): number {
  return brotliCompressSync(file, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }).length;
}
