import { Blob, Face, Font, Variation } from 'harfbuzzjs';
import { beforeAll, expect, test } from 'vitest';
import { projectBrand } from '#tests/helpers/brand.ts';
import { listFontFaces, mergeFaces, readCuts, type FontFace } from './font-faces.ts';
import { matchFallback } from './match-fallback.ts';

let fonts: readonly { readonly face: FontFace; readonly file: Buffer }[] = [];

beforeAll(async () => {
  fonts = await Promise.all(
    listFontFaces(projectBrand()).map(async (face) => ({ face, file: await mergeFaces(await readCuts(face)) })),
  );
});

test('a sentence in the adjusted fallback is as wide as in the font, to within 3 %', () => {
  for (const { face, file } of fonts) {
    const metrics = matchFallback(file, face.typicalAxes, face.fallback);
    const shaped = new Font(new Face(new Blob(file)));
    shaped.setVariations(Object.entries(face.typicalAxes).map(([tag, value]) => new Variation(tag, value)));
    const upem = new Face(new Blob(file)).upem;
    for (const sentence of [
      'Registration takes two minutes and costs nothing at all',
      'Zakupy tylko dla zaproszonych',
      'Wir schicken Ihnen den Code per Post',
    ]) {
      const codes = [...sentence].map((character) => character.charCodeAt(0));
      const own = codes.reduce((sum, code) => sum + shaped.glyphHAdvance(shaped.nominalGlyph(code) ?? 0) / upem, 0);
      const fallback = codes.reduce(
        (sum, code) => sum + (face.fallback.advances[code - 0x20] ?? 0) / face.fallback.unitsPerEm,
        0,
      );
      const ratio = (fallback * Number.parseFloat(metrics.sizeAdjust)) / 100 / own;
      expect(Math.abs(ratio - 1), `${face.family}: ${sentence}`).toBeLessThan(0.03);
    }
  }
});

test('the line box of the adjusted fallback is the line box of the font', () => {
  for (const { face, file } of fonts) {
    const metrics = matchFallback(file, face.typicalAxes, face.fallback);
    const { ascender, descender } = new Font(new Face(new Blob(file))).hExtents();
    const upem = new Face(new Blob(file)).upem;
    const scale = Number.parseFloat(metrics.sizeAdjust) / 100;
    expect((Number.parseFloat(metrics.ascentOverride) / 100) * scale).toBeCloseTo(ascender / upem, 3);
    expect((Number.parseFloat(metrics.descentOverride) / 100) * scale).toBeCloseTo(-descender / upem, 3);
    expect(metrics.lineGapOverride).toBe('0%');
  }
});
