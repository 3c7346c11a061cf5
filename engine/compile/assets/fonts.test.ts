import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Blob, Buffer as ShapingBuffer, Face, Feature, Font, shape } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PreparedFonts } from '#engine/compile/types.ts';
import { projectBrand } from '#tests/helpers/brand.ts';
import { createAssetStore } from './asset-store.ts';
import { prepareFonts } from './fonts.ts';

const letters = 'ABCXYZabcxyz0123456789ÄÖÜäöüßẞÀÂÇÈÉÊËÎÏÔŒÙÛŸàâçèéêëîïôœùûÿÌÒìòĳĲĄĆĘŁŃÓŚŹŻąćęłńóśźżÅå';
const marks = '.,:;?!„“”‚‘’«»‹›–—…€%&()/·+−\u00a0';

let folder = '';
let fonts: PreparedFonts;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fonts-'));
  fonts = await prepareInto('out');
});
afterAll(() => rm(folder, { recursive: true }));

/** Fonts in a new public root of this name. */
async function prepareInto(name: string): Promise<PreparedFonts> {
  const store = createAssetStore({ outDir: join(folder, name), cacheDir: join(folder, `${name}-cache`) });
  const prepared = await prepareFonts(store, projectBrand());
  await store.finish();
  return prepared;
}

const published = (path: string): Promise<Buffer> => readFile(join(folder, 'out', path));

test('a first visit loads two files, each at most 32 KB', async () => {
  expect(fonts.preload).toHaveLength(2);
  const sizes = await Promise.all(fonts.preload.map(async (path) => (await published(path)).length));
  for (const size of sizes) expect(size).toBeLessThanOrEqual(32 * 1024);
});

test('both files have the letters, digits, quotes and currency of all seven languages', async () => {
  for (const path of fonts.preload) {
    const font = await subsetFont(await published(path), '', { keepAllGlyphs: true, targetFormat: 'sfnt' });
    const known = new Set(new Face(new Blob(font)).collectUnicodes());
    expect(
      [...letters, ...marks].filter((character) => !known.has(character.codePointAt(0) ?? 0)),
      path,
    ).toEqual([]);
  }
});

test('"W" is kerned before small letters where the font kerns "V" alone, digits are not kerned to a comma before them, and other pairs stay as they are', async () => {
  const [display = '', text = ''] = fonts.preload;
  expect(await measurePairs(display)).toEqual({
    We: 'closer',
    Wo: 'closer',
    Wh: 'apart',
    Ve: 'closer',
    Ho: 'apart',
    ',1': 'apart',
  });
  expect(await measurePairs(text)).toMatchObject({ We: 'closer', Ve: 'closer', Ho: 'apart', ',1': 'apart' });
});

/** Whether kerning brings two letters closer. */
async function measurePairs(path: string): Promise<Record<string, 'closer' | 'apart'>> {
  const font = await subsetFont(await published(path), '', { keepAllGlyphs: true, targetFormat: 'sfnt' });
  const shaped = new Font(new Face(new Blob(font)));
  const measure = (pair: string, kern: number): number => {
    const buffer = new ShapingBuffer();
    buffer.addText(pair);
    buffer.guessSegmentProperties();
    shape(shaped, buffer, [new Feature('kern', kern)]);
    return buffer.getGlyphInfosAndPositions().reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0);
  };
  return Object.fromEntries(
    ['We', 'Wo', 'Wh', 'Ve', 'Ho', ',1'].map((pair) => [
      pair,
      measure(pair, 1) < measure(pair, 0) ? 'closer' : 'apart',
    ]),
  );
}

test('the display face keeps optical sizes 9 to 40 and one weight; the text face keeps weights 400 to 600', async () => {
  const axes = await Promise.all(
    fonts.preload.map(async (path) => {
      const font = await subsetFont(await published(path), '', { keepAllGlyphs: true, targetFormat: 'sfnt' });
      return Object.entries(new Face(new Blob(font)).getAxisInfos()).map(
        ([tag, { min, max }]) => `${tag} ${min} ${max}`,
      );
    }),
  );
  expect(axes).toEqual([['opsz 9 40'], ['wght 400 600']]);
});

test('the rules name the files with a place for the base path, never move text, and a fallback of the same measures per family', () => {
  for (const path of fonts.preload)
    expect(fonts.css).toContain(`src:url("{base}${path}") format("woff2");unicode-range:U+20-`);
  expect(fonts.css.match(/font-display:optional/g)).toHaveLength(2);
  for (const family of ['Bodoni Moda', 'Instrument Sans']) {
    expect(fonts.css).toContain(`font-family:"${family} Variable"`);
    expect(fonts.css).toMatch(
      new RegExp(`font-family:"${family} Fallback";src:local\\(.*;size-adjust:1\\d\\d(\\.\\d+)?%;ascent-override:`),
    );
  }
});

test('the licence of each font is published beside it', async () => {
  for (const name of ['bodoni-moda', 'instrument-sans']) {
    expect((await published(`assets/fonts/OFL-${name}.txt`)).toString()).toContain('SIL OPEN FONT LICENSE Version 1.1');
  }
});

test('another machine makes the same files', async () => {
  const other = await prepareInto('other');
  expect(other).toEqual(fonts);
  for (const path of fonts.preload)
    expect((await readFile(join(folder, 'other', path))).equals(await published(path))).toBe(true);
});
