import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Site } from '#engine/documents/types.ts';
import { getOpeningValues } from '#engine/shared/opening.ts';
import { sampleSite } from '#tests/helpers/small-site.ts';
import { hashTexts } from '#engine/i18n/text-names.ts';
import { encode } from './encode-page.ts';
import { PagePack, PagePackWriter, packPage, type PackedPage, unpackPage } from './page-pack.ts';

const site = sampleSite();
const VALUES = getOpeningValues(site.deployment);
/** What pages show that show no text of the site. */
const noTexts = { isBest: false, texts: [], shown: hashTexts(site, []) };

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'vitrine-pack-'))));
afterAll(() => rm(folder, { recursive: true }));

function makePage(text: string): PackedPage {
  return {
    key: text,
    contentSecurityPolicy: "default-src 'none'; upgrade-insecure-requests",
    link: '',
    shape: { representation: 'page', holes: [], bytes: text.length, tail: [], end: '' },
    encoded: encode({ text: Buffer.from(text), beforeTail: null }, 'quick'),
    weight: { document: text, locale: 'en', html: 1, scripts: 2, images: null, heaviest: [] },
  };
}

async function write(file: string, texts: readonly string[]): Promise<string> {
  const path = join(folder, file);
  const writer = new PagePackWriter(path);
  await Promise.all(
    texts.map((text) =>
      writer.add(text, { content: `content of ${text}`, bytes: packPage(makePage(text), VALUES, null), ...noTexts }),
    ),
  );
  await writer.finish();
  return path;
}

test('each page comes back as it was written, and a page that was not is not there', async () => {
  const pack = await PagePack.open(await write('some', ['one', 'two', 'three']));
  expect(pack?.size).toBe(3);
  expect(await pack?.read('two', site)).toEqual(makePage('two'));
  expect(pack?.find('three', site)).toMatchObject({ content: 'content of three', isBest: false });
  expect(await pack?.read('four', site)).toBeNull();
  expect(pack?.find('four', site)).toBeUndefined();
  await pack?.close();
});

test('a page is there while the site shows the texts that it shows, and again once it shows them again', async () => {
  const withTexts = (de: object, en: object): Site => ({
    ...site,
    texts: new Map([
      ['de' as const, new Map(Object.entries(de))],
      ['en' as const, new Map(Object.entries(en))],
    ]),
  });
  const written = withTexts({ 'a.title': 'Eins' }, { 'a.title': 'One', 'a.lead': 'Lead' });
  const names = ['de a.title', 'de a.lead'];
  const path = join(folder, 'texts');
  const writer = new PagePackWriter(path);
  const shown = { texts: names, shown: hashTexts(written, names) };
  const page = { content: 'content', bytes: packPage(makePage('one'), VALUES, null), isBest: true, ...shown };
  await writer.add('one', page);
  await writer.finish();
  const pack = await PagePack.open(path);
  const isThere = (de: object, en: object): boolean => pack?.find('one', withTexts(de, en)) !== undefined;
  const own = { 'a.title': 'Eins' };
  expect(isThere(own, { 'a.title': 'One', 'a.lead': 'Lead' }), 'as it was').toBe(true);
  expect(isThere({ ...own, 'b.title': 'Neu' }, { 'a.title': 'Another', 'a.lead': 'Lead' }), 'other texts').toBe(true);
  expect(isThere({ 'a.title': 'Zwei' }, { 'a.lead': 'Lead' }), 'its title').toBe(false);
  expect(isThere(own, { 'a.lead': 'Lead.' }), 'the text in the default language that its own lacks').toBe(false);
  expect(isThere({ ...own, 'a.lead': 'Lead' }, { 'a.lead': 'Lead' }), 'the same words, in its own language').toBe(
    false,
  );
  expect(isThere(own, {}), 'a text that is gone').toBe(false);
  expect(await pack?.readBytes('one', written)).toEqual(page);
  await pack?.close();
});

test('a file has its name once it is whole', async () => {
  const path = join(folder, 'begun');
  const writer = new PagePackWriter(path);
  await writer.add('one', { content: '', bytes: packPage(makePage('one'), VALUES, null), ...noTexts });
  expect(await PagePack.open(path)).toBeNull();
  await writer.close();
  expect(await readdir(folder)).not.toContain('begun');
});

test('a page whose bytes were damaged is compiled again, and so is everything of a file that is cut off or none at all', async () => {
  const path = await write('damaged', ['one', 'two']);
  const bytes = await readFile(path);
  bytes.fill(0, 10, 20);
  await writeFile(path, bytes);
  const pack = await PagePack.open(path);
  expect(await pack?.read('one', site)).toBeNull();
  expect(await pack?.read('two', site)).toEqual(makePage('two'));
  await pack?.close();
  await writeFile(path, bytes.subarray(0, -5));
  expect(await PagePack.open(path)).toBeNull();
  await writeFile(path, '');
  expect(await PagePack.open(path)).toBeNull();
  expect(await PagePack.open(join(folder, 'absent'))).toBeNull();
});

test('a page that a newer Node.js has written in another format is compiled again', async () => {
  const path = join(folder, 'newer');
  const writer = new PagePackWriter(path);
  const bytes = packPage(makePage('one'), VALUES, null);
  // The version of the format follows the first byte (V8, value-serializer.cc).
  bytes[1] = 255;
  await writer.add('one', { content: 'content', bytes, ...noTexts });
  await writer.finish();
  const pack = await PagePack.open(path);
  expect(await pack?.read('one', site)).toBeNull();
  expect(unpackPage(bytes, VALUES)).toBeNull();
  await pack?.close();
});
