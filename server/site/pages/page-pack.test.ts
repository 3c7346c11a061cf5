import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encode } from './encode-page.ts';
import { PagePack, PagePackWriter, packPage, type PackedPage, unpackPage } from './page-pack.ts';

let folder: string;
beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'vitrine-pack-'))));
afterAll(() => rm(folder, { recursive: true }));

function pageOf(text: string): PackedPage {
  return {
    key: text,
    contentSecurityPolicy: '',
    link: '',
    shape: { representation: 'page', holes: [], bytes: text.length, tail: [], end: '' },
    encoded: encode({ text: Buffer.from(text), beforeTail: null }, 'quick'),
    weight: { document: text, locale: 'en', html: 1, scripts: 2, pictures: null, heaviest: [] },
  };
}

async function write(file: string, texts: readonly string[]): Promise<string> {
  const path = join(folder, file);
  const writer = new PagePackWriter(path);
  await Promise.all(
    texts.map((text) => writer.add(text, { content: `content of ${text}`, bytes: packPage(pageOf(text)) })),
  );
  await writer.finish();
  return path;
}

test('each page comes back as it was written, and a page that was not is not there', async () => {
  const pack = await PagePack.open(await write('some', ['one', 'two', 'three']));
  expect(pack?.size).toBe(3);
  expect(await pack?.read('two')).toEqual(pageOf('two'));
  expect(pack?.contentOf('three')).toBe('content of three');
  expect(await pack?.read('four')).toBeNull();
  expect(pack?.contentOf('four')).toBeUndefined();
  await pack?.close();
});

test('a file has its name once it is whole', async () => {
  const path = join(folder, 'begun');
  const writer = new PagePackWriter(path);
  await writer.add('one', { content: '', bytes: packPage(pageOf('one')) });
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
  expect(await pack?.read('one')).toBeNull();
  expect(await pack?.read('two')).toEqual(pageOf('two'));
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
  const bytes = packPage(pageOf('one'));
  // The version of the format follows the first byte (V8, value-serializer.cc).
  bytes[1] = 255;
  await writer.add('one', { content: 'content', bytes });
  await writer.finish();
  const pack = await PagePack.open(path);
  expect(await pack?.read('one')).toBeNull();
  expect(unpackPage(bytes)).toBeNull();
  await pack?.close();
});
