import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createAssetStore, hash8, type Made } from './asset-store.ts';

let folder = '';
const paths = (): { outDir: string; cacheDir: string } => ({
  outDir: join(folder, 'out'),
  cacheDir: join(folder, 'cache'),
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'asset-store-'));
});
afterEach(() => rm(folder, { recursive: true }));

function picture(name: string): Made<string> {
  return { value: name, files: [{ path: `assets/images/${name}.webp`, bytes: Buffer.from(name) }] };
}

/** One build that uses exactly these pictures; gives the names of the ones it had to make. */
async function build(...names: readonly string[]): Promise<string[]> {
  const store = createAssetStore(paths());
  const made: string[] = [];
  for (const name of names) {
    await store.obtain(`images/${name}`, async () => {
      made.push(name);
      return picture(name);
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
    return picture('a');
  };
  await Promise.all([store.obtain('images/a', make), store.obtain('images/a', make)]);
  expect(count).toBe(1);
});

test('files of the two builds before stay, older ones go', async () => {
  await build('a');
  await build('b');
  await build('c');
  expect(await published()).toEqual(['a.webp', 'b.webp', 'c.webp']);
  await build('d');
  expect(await published()).toEqual(['b.webp', 'c.webp', 'd.webp']);
  expect(await build('a', 'd')).toEqual(['a']);
});

test('building the same again pushes no build out', async () => {
  await build('a');
  await build('b');
  await build('b');
  await build('b');
  expect(await published()).toEqual(['a.webp', 'b.webp']);
});

test('an emptied public root is filled from the cache, earlier builds included', async () => {
  await build('a');
  await build('b');
  await rm(paths().outDir, { recursive: true });
  expect(await build('b')).toEqual([]);
  expect(await published()).toEqual(['a.webp', 'b.webp']);
});

test('a lost cache costs time only: files that lie in the public root count as the build before', async () => {
  await build('a');
  await rm(paths().cacheDir, { recursive: true });
  await build('b');
  await build('c');
  expect(await published()).toEqual(['a.webp', 'b.webp', 'c.webp']);
  await build('d');
  expect(await published()).toEqual(['b.webp', 'c.webp', 'd.webp']);
});

test('a file cut short in the cache is made anew', async () => {
  await build('abc');
  await writeFile(join(paths().cacheDir, 'assets/images/abc.webp'), 'a');
  expect(await build('abc')).toEqual(['abc']);
  expect(await readFile(join(paths().outDir, 'assets/images/abc.webp'), 'utf8')).toBe('abc');
});

test('the hash tells its parts apart', () => {
  expect(hash8('ab', 'c')).not.toBe(hash8('a', 'bc'));
  expect(hash8('ab', 'c')).toMatch(/^[0-9a-f]{8}$/);
});
