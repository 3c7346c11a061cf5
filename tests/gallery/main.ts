import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Presets, SingleBar } from 'cli-progress';
import { chromium, type Page } from 'playwright-core';
import { runCommand } from '../../commands/run-command.ts';
import { UserError } from '#engine/shared/errors.ts';
import { readArguments, UsageError } from '#engine/cli/usage.ts';
import { root } from '#server/platform/paths.ts';
import { launchBrowser } from '#tests/setup/launch-browser.ts';
import { findChanges } from './find-changes.ts';
import { findMisfits } from './find-misfits.ts';
import { galleryPages, type GalleryPage, sitePages, templatePages } from './gallery-site.ts';
import { servePages } from './serve-pages.ts';
import { inWords, writeChanges } from './write-changes.ts';
import { type Picture, writeIndex } from './write-index.ts';

/** Images of a call that compares nothing, with which others compare theirs. */
const BEFORE = join(root, '.cache/gallery');
const CHANGED = join(root, '.cache/gallery-changed');
const CHANGED_BEFORE = join(CHANGED, 'before');

/** CSS pixels. */
const WIDTHS = [390, 1440];

const usage = {
  name: 'gallery',
  summary: `Photographs every block with every example, every document, the landings of other sites and of templates, and every mail in every language, at ${WIDTHS.join(' and ')} px.`,
  calls: {
    '': 'writes the images and a page that shows them',
    '--changed': 'compares with the images of the last call without it, and shows what differs',
  },
  options: {
    locale: { type: 'string', value: 'de', does: 'documents and mails in one language' },
    widths: { type: 'string', value: '320,768,2560', does: `CSS pixels, in place of ${WIDTHS.join(' and ')}` },
    only: { type: 'string', value: 'hero', does: 'blocks, documents and mails whose name holds a word' },
    exactly: { type: 'string', value: 'hero,landings/lean', does: 'these blocks, documents and mails alone' },
    changed: { type: 'boolean', default: false, does: 'leaves the images of before as they are, and compares' },
    before: { type: 'string', value: 'folder', does: 'images to compare with, instead of those of the last call' },
    strain: { type: 'boolean', default: false, does: 'also tries longer words and the direction from right to left' },
  },
  positionals: 0,
} as const;

await runCommand(usage, (args) => photographAll(readArguments(usage, args).values));

interface Wanted {
  readonly locale?: string | undefined;
  readonly widths?: string | undefined;
  readonly only?: string | undefined;
  readonly exactly?: string | undefined;
  readonly changed: boolean;
  readonly before?: string | undefined;
  readonly strain: boolean;
}

async function photographAll(options: Wanted): Promise<void> {
  const widths = options.widths === undefined ? WIDTHS : widthsIn(options.widths);
  const pages = [...(await galleryPages()), ...(await sitePages()), ...(await templatePages())];
  const wanted = pages.filter((page) => isWanted(page, options));
  const folder = options.changed ? CHANGED : BEFORE;
  const before = options.before ?? BEFORE;
  if (options.changed && !existsSync(join(before, 'index.html')))
    throw new UserError(
      'There are no images to compare with. Run "npm run gallery" where everything is as it was, then make the change.',
    );
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
  if (process.stdout.isTTY) bar.start(wanted.length * widths.length, 0, { name: '' });
  const images: Picture[] = [];
  const misfits: string[] = [];
  for (const width of widths) {
    const context = await browser.newContext({ viewport: { width, height: 900 }, reducedMotion: 'reduce' });
    const view = await context.newPage();
    await view.goto(`${origin}/page/0`, { waitUntil: 'networkidle' });
    for (const page of wanted) {
      bar.increment({ name: `${page.group} ${page.name}` });
      const index = pages.indexOf(page);
      await view.emulateMedia({ reducedMotion: 'reduce', colorScheme: page.colours });
      const file = `${fileName(page)}-${width}.jpg`;
      await photograph(view, `${origin}/page/${index}`, join(folder, file));
      images.push({ page, width, file });
      if (width === widths[0] && page.kind !== 'mail')
        for (const misfit of await findMisfits(view, options.strain))
          misfits.push(`${page.group}, ${page.name}: ${misfit}`);
    }
    await context.close();
  }
  bar.stop();
  await browser.close();
  await launched.close();
  server.close();
  const order = images.toSorted((a, b) => wanted.indexOf(a.page) - wanted.indexOf(b.page));
  const index = join(folder, 'index.html');
  if (options.changed) {
    // Images of a folder that goes away afterwards stay beside those they are compared with.
    if (options.before !== undefined) await cp(before, CHANGED_BEFORE, { recursive: true });
    const changes = await findChanges(order, before, CHANGED);
    await writeFile(
      index,
      writeChanges(changes, relative(CHANGED, options.before === undefined ? BEFORE : CHANGED_BEFORE)),
    );
    for (const { image, pixels } of changes)
      console.log(`  ${image.page.group}, ${image.page.name}, ${image.width} px: ${inWords(pixels)}`);
    console.log(`\n  ${changes.length} of ${images.length} images differ: ${index}\n`);
  } else {
    await writeFile(index, writeIndex(order));
    console.log(`\n  ${images.length} images are in ${index}\n`);
  }
  for (const misfit of misfits) console.log(`  ${misfit}`);
}

/** What browsers and screens have, with room on both sides. */
function widthsIn(text: string): readonly number[] {
  return text.split(',').map((each) => {
    const width = Number(each);
    if (Number.isInteger(width) && width >= 240 && width <= 5120) return width;
    throw new UsageError(`"--widths" takes whole numbers from 240 to 5120 with commas between, not "${each}".`);
  });
}

/** The same for the same page, whatever other pages there are. */
function fileName({ group, name }: GalleryPage): string {
  return `${group} ${name}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
}

function isWanted({ group, name, kind }: GalleryPage, { only, exactly, locale }: Wanted): boolean {
  if (exactly !== undefined && !exactly.split(',').includes(group)) return false;
  if (only !== undefined && !group.includes(only)) return false;
  return locale === undefined || kind === 'example' || name.split(',', 1)[0] === locale;
}

/** The whole page, with images further down loaded too. */
async function photograph(view: Page, url: string, path: string): Promise<void> {
  await view.goto(url);
  await view.evaluate(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  });
  await view.screenshot({ path, fullPage: true, type: 'jpeg', quality: 72 });
}
