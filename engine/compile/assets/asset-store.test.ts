import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { deleteForgotten, RETENTION_DAYS, publishAssets, touchAssets } from './asset-lists.ts';
import { createAssetStore, type Made } from './asset-store.ts';
import { hash8 } from './hash8.ts';

let folder = '';
const paths = (): { outDir: string; cacheDir: string } => ({
  outDir: join(folder, 'out'),
  cacheDir: join(folder, 'cache'),
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'asset-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

function image(name: string): Made<string> {
  return { value: name, files: [{ path: `assets/images/${name}.webp`, bytes: Buffer.from(name) }] };
}

/** One build that uses exactly these images; returns the names of those it had to encode. */
async function build(...names: readonly string[]): Promise<string[]> {
  const store = createAssetStore(paths());
  const made: string[] = [];
  for (const name of names) {
    await store.obtain(`images/${name}`, async () => {
      made.push(name);
      return image(name);
    });
  }
  await store.finish();
  return made;
}

const published = (): Promise<string[]> => readdir(join(paths().outDir, 'assets/images'));

test('what was made once is not made again, and the value comes back from the cache', async () => {
  expect(await build('a', 'b')).toEqual(['a', 'b']);
  expect(await build('a', 'b')).toEqual([]);
  const again = await createAssetStore(paths()).obtain('images/a', () => Promise.reject(new Error('made twice')));
  expect(again).toBe('a');
});

test('asked twice at the same time, a file is made once', async () => {
  const store = createAssetStore(paths());
  let count = 0;
  const make = async (): Promise<Made<string>> => {
    count += 1;
    return image('a');
  };
  await Promise.all([store.obtain('images/a', make), store.obtain('images/a', make)]);
  expect(count).toBe(1);
});

/** Sets the last time at which pages with these images were served. */
async function age(days: number): Promise<void> {
  const lists = join(paths().outDir, 'lists');
  const then = new Date(Date.now() - days * 86_400_000);
  for (const name of await readdir(lists)) await utimes(join(lists, name), then, then);
}

test('files of earlier builds stay for as long as a browser may have a page that names them', async () => {
  for (const name of ['a', 'b', 'c', 'd', 'e']) await build(name);
  await age(RETENTION_DAYS - 1);
  await build('f');
  expect(await published()).toEqual(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}.webp`));
});

test('Files that were not served for longer are deleted, but never those of the previous two builds', async () => {
  for (const [days, name] of ['a', 'b', 'c'].entries()) {
    await build(name);
    await age(RETENTION_DAYS + 3 - days);
  }
  const lists = await readdir(join(paths().outDir, 'lists'));
  await build('d');
  expect((await published()).length).toBe(3);
  expect(await published()).toContain('d.webp');
  expect(lists).toHaveLength(3);
  expect(await build('d')).toEqual([]);
});

test('files that a process still serves stay, however long ago they were built', async () => {
  const store = createAssetStore(paths());
  await store.obtain('images/served', async () => image('served'));
  const served = await store.finish();
  for (const name of ['a', 'b', 'c', 'd']) await build(name);
  await age(RETENTION_DAYS + 1);
  await touchAssets(served);
  await build('e');
  expect(await published()).toContain('served.webp');
});

test('an emptied public root is filled from the cache', async () => {
  await build('a');
  await rm(paths().outDir, { recursive: true });
  expect(await build('a')).toEqual([]);
  expect(await published()).toEqual(['a.webp']);
});

test('files from before there were lists count as those of a build', async () => {
  await build('a');
  await rm(join(paths().outDir, 'lists'), { recursive: true });
  await build('b');
  expect(await published()).toEqual(['a.webp', 'b.webp']);
});

test('a list that is there already is not written again, so that a public root that came with an image may be read-only', async () => {
  await build('a');
  const file = async () => {
    const [name = ''] = await readdir(join(paths().outDir, 'lists'));
    return (await stat(join(paths().outDir, 'lists', name))).ino;
  };
  const before = await file();
  expect(await build('a')).toEqual([]);
  expect(await file()).toBe(before);
});

test('scripts of releases lie beside each other, and leave nothing half', async () => {
  const release = async (name: string) => {
    const from = join(folder, name);
    await mkdir(join(from, 'assets/chunks'), { recursive: true });
    await writeFile(join(from, `assets/start.${name}.js`), name);
    await writeFile(join(from, `assets/chunks/chunk-${name}.js.br`), name);
    return publishAssets(from, paths().outDir, 'scripts');
  };
  const { files } = await release('one');
  expect(files).toEqual(['assets/chunks/chunk-one.js.br', 'assets/start.one.js']);
  await release('two');
  await build('a');
  await deleteForgotten(paths().outDir);
  const all = await readdir(join(paths().outDir, 'assets'), { recursive: true });
  expect(all.toSorted()).toEqual([
    'chunks',
    'chunks/chunk-one.js.br',
    'chunks/chunk-two.js.br',
    'images',
    'images/a.webp',
    'start.one.js',
    'start.two.js',
  ]);
});

test('a file that another process is writing stays, and one that was never finished goes', async () => {
  await build('a');
  const [now, late] = ['start.js.1.part', 'start.js.2.part'].map((name) => join(paths().outDir, 'assets', name));
  for (const file of [now ?? '', late ?? '']) await writeFile(file, 'half');
  const yesterday = Date.now() / 1000 - 86_400;
  await utimes(late ?? '', yesterday, yesterday);
  await deleteForgotten(paths().outDir);
  expect((await readdir(join(paths().outDir, 'assets'))).toSorted()).toEqual(['images', 'start.js.1.part']);
});

test('a file cut short in the cache is made anew', async () => {
  await build('abc');
  await writeFile(join(paths().cacheDir, 'assets/images/abc.webp'), 'a');
  expect(await build('abc')).toEqual(['abc']);
  expect(await readFile(join(paths().outDir, 'assets/images/abc.webp'), 'utf8')).toBe('abc');
});

test('the hash keeps its parts apart', () => {
  expect(hash8('ab', 'c')).not.toBe(hash8('a', 'bc'));
  expect(hash8('ab', 'c')).toMatch(/^[0-9a-f]{8}$/);
});
