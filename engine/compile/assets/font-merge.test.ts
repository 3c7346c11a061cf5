import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { beforeAll, expect, test } from 'vitest';
import { projectBrand } from '#tests/helpers/brand.ts';
import { listFontFaces, mergeFaces, readCuts } from './font-faces.ts';
import { mergeFonts } from './font-merge.ts';
import { readTables, requireTable, writeTables } from './sfnt.ts';

const asTrueType = (woff2: Buffer): Promise<Buffer> =>
  subsetFont(woff2, '', { keepAllGlyphs: true, targetFormat: 'sfnt' });

interface Cuts {
  readonly family: string;
  readonly latin: Buffer;
  readonly latinExt: Buffer;
  readonly merged: Buffer;
}

let cuts: readonly Cuts[] = [];

beforeAll(async () => {
  cuts = await Promise.all(
    listFontFaces(projectBrand()).map(async (face) => {
      const files = await readCuts(face);
      const [latin, latinExt] = files;
      if (latin === undefined || latinExt === undefined) throw new Error('The face has two cuts.');
      return {
        family: face.family,
        latin: await asTrueType(latin),
        latinExt: await asTrueType(latinExt),
        merged: await mergeFaces(files),
      };
    }),
  );
});

function glyph(font: Buffer, character: string, axes: Readonly<Record<string, number>>): readonly [string, number] {
  const shaped = new Font(new Face(new Blob(font)));
  shaped.setVariations(Object.entries(axes).map(([tag, value]) => new Variation(tag, value)));
  const id = shaped.nominalGlyph(character.codePointAt(0) ?? 0) ?? 0;
  return [shaped.glyphToPath(id), shaped.glyphHAdvance(id)];
}

test.each([
  ['a', 'latin'],
  ['Å', 'latin'],
  ['ł', 'latinExt'],
  ['Ż', 'latinExt'],
  ['ą', 'latinExt'],
] as const)('the merged fonts draw %s exactly as the %s cut does, at every corner of the design', (character, cut) => {
  const corners: readonly Readonly<Record<string, number>>[] = [
    {},
    { wght: 700 },
    { wght: 600, opsz: 40 },
    { opsz: 6 },
  ];
  for (const fonts of cuts) {
    for (const axes of corners) {
      const [outline, advance] = glyph(fonts.merged, character, axes);
      expect(outline.length, fonts.family).toBeGreaterThan(20);
      expect([outline, advance], fonts.family).toEqual(glyph(fonts[cut], character, axes));
    }
  }
});

test('cuts of different designs are refused', () => {
  const [bodoni, instrument] = cuts;
  expect(() => mergeFonts(bodoni?.latin ?? Buffer.alloc(0), instrument?.latinExt ?? Buffer.alloc(0))).toThrow(
    /Two cuts of one font were expected; found 2000 and 1000 units per em/,
  );
});

test('a font that is written again is the same font, checksums included', () => {
  for (const { merged } of cuts) {
    const again = writeTables(readTables(merged));
    expect(again.equals(merged)).toBe(true);
    let sum = 0;
    for (let offset = 0; offset < again.length; offset += 4) sum = (sum + again.readUInt32BE(offset)) >>> 0;
    expect(sum).toBe(0xb1b0afba);
  }
});

test('bytes that are not a TrueType font, and tables that are missing, are named', () => {
  expect(() => readTables(Buffer.from('wOF2 and more bytes'))).toThrow('found "774f4632"');
  expect(() => requireTable(new Map([['head', Buffer.alloc(0)]]), 'glyf')).toThrow(
    'The font has no table "glyf"; its tables are head.',
  );
});
