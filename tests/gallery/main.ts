import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { chromium, type Page } from 'playwright-core';
import { runCommand } from '../../commands/run-command.ts';
import { readArguments } from '#engine/cli/usage.ts';
import { root } from '#server/platform/paths.ts';
import { launchBrowser } from '#tests/setup/launch-browser.ts';
import { galleryPages, type GalleryPage, housePages } from './gallery-site.ts';
import { servePages } from './serve-pages.ts';
import { type Picture, writeIndex } from './write-index.ts';

/** CSS pixels. */
const WIDTHS = [390, 1440];

const usage = {
  name: 'gallery',
  summary: `Photographs every block with every example, every document, the landings of other houses and every mail in every language, at ${WIDTHS.join(' and ')} px.`,
  calls: { '': 'writes the pictures and a page that shows them' },
  options: {
    locale: { type: 'string', value: 'de', does: 'documents and mails in one language' },
    only: { type: 'string', value: 'hero', does: 'blocks, documents and mails whose name holds a word' },
  },
  words: 0,
} as const;

await runCommand(usage, (args) => photographAll(readArguments(usage, args).values));

interface Wanted {
  readonly locale?: string | undefined;
  readonly only?: string | undefined;
}

async function photographAll(wish: Wanted): Promise<void> {
  const pages = [...(await galleryPages()), ...(await housePages())];
  const wanted = pages.filter((page) => isWanted(page, wish));
  const folder = join(root, '.cache/gallery');
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const { origin, server } = await servePages(async (index) => {
    const content = pages[index]?.content;
    if (content === undefined) throw new Error(`There is no page ${index}.`);
    return typeof content === 'string' ? content : content();
  });
  const launched = await launchBrowser();
  const browser = await chromium.connect(launched.wsEndpoint());
  const bar = new SingleBar({ format: '  {bar} {value}/{total} {name}', hideCursor: true }, Presets.rect);
  if (process.stdout.isTTY) bar.start(wanted.length * WIDTHS.length, 0, { name: '' });
  const pictures: Picture[] = [];
  for (const width of WIDTHS) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const view = await context.newPage();
    await view.goto(`${origin}/page/0`, { waitUntil: 'networkidle' });
    for (const page of wanted) {
      bar.increment({ name: `${page.group} ${page.name}` });
      const index = pages.indexOf(page);
      await view.emulateMedia({ reducedMotion: 'reduce', colorScheme: page.colours });
      const file = `${index}-${width}.jpg`;
      await photograph(view, `${origin}/page/${index}`, join(folder, file));
      pictures.push({ page, width, file });
    }
    await context.close();
  }
  bar.stop();
  await browser.close();
  await launched.close();
  server.close();
  const order = pictures.toSorted((a, b) => wanted.indexOf(a.page) - wanted.indexOf(b.page));
  await writeFile(join(folder, 'index.html'), writeIndex(order));
  console.log(`\n  ${pictures.length} pictures are in ${join(folder, 'index.html')}\n`);
}

function isWanted({ group, name, kind }: GalleryPage, { only, locale }: Wanted): boolean {
  if (only !== undefined && !group.includes(only)) return false;
  return locale === undefined || kind === 'example' || name.split(',', 1)[0] === locale;
}

/** The whole page, with pictures further down loaded too. */
async function photograph(view: Page, url: string, path: string): Promise<void> {
  await view.goto(url);
  await view.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
  await view.screenshot({ path, fullPage: true, type: 'jpeg', quality: 72 });
}
