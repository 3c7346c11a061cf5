import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import type { PreparedFonts } from '#engine/compile/types.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';
import type { AssetStore, Made } from './asset-store.ts';
import { correctKerning } from './correct-kerning.ts';
import { hash8 } from './hash8.ts';
import { fontCharacters, formatUnicodeRange } from './font-characters.ts';
import { listFontFaces, mergeFaces, readCuts, readLicence, type FontFace } from './font-faces.ts';
import { matchFallback } from './match-fallback.ts';

interface PreparedFace {
  readonly css: string;
  readonly path: string;
}

/** Layout features used by the design or a language; others are removed. */
const features = ['kern', 'liga', 'ccmp', 'locl', 'mark', 'mkmk', 'tnum', 'pnum', 'lnum'];

/** Increase when the files or the rules change for the same input. */
const version = 5;

/**
 * Both faces of a brand, each as one file with the characters of all languages, so that a first visit in any language loads two
 * fonts; and their rules, each with a metric-matched fallback. `{base}` in `css` is replaced by the base path.
 */
export async function prepareFonts(
  store: AssetStore,
  brand: Pick<Brand, 'fonts'>,
  letters: readonly string[] = [],
): Promise<PreparedFonts> {
  const characters = [...fontCharacters, ...letters.filter((letter) => !fontCharacters.includes(letter))];
  const faces: PreparedFace[] = [];
  for (const face of listFontFaces(brand)) faces.push(await prepareFace(face, characters, store));
  return {
    // A brand may have one font for headlines and text.
    css: [...new Set(faces.map((face) => face.css))].join('\n'),
    preload: [...new Set(faces.map((face) => face.path))],
  };
}

async function prepareFace(face: FontFace, characters: readonly string[], store: AssetStore): Promise<PreparedFace> {
  const cuts = await readCuts(face);
  // The bytes of its subsets identify package and subsets.
  const { package: _package, subsets: _subsets, ...rest } = face;
  const settings = JSON.stringify([version, rest, features, characters]);
  const name = `${face.name}.${hash8(...cuts, settings)}`;
  return store.obtain(`fonts/${name}`, () => makeFace(face, cuts, characters, name));
}

async function makeFace(
  face: FontFace,
  cuts: readonly Buffer[],
  characters: readonly string[],
  name: string,
): Promise<Made<PreparedFace>> {
  const options = { keepFeatures: features, variationAxes: face.axes, noHinting: true };
  const subset = correctKerning(
    await subsetFont(await mergeFaces(cuts), characters.join(''), { ...options, targetFormat: 'sfnt' }),
    face.typicalAxes,
  );
  const bytes = await subsetFont(subset, '', { keepAllGlyphs: true, targetFormat: 'woff2' });
  const path = `assets/fonts/${name}.woff2`;
  return {
    value: { css: faceRules(face, path, subset), path },
    files: [
      { path, bytes },
      { path: `assets/fonts/OFL-${face.name}.txt`, bytes: Buffer.from(await readLicence(face)) },
    ],
  };
}

/** `optional`: a late face is used on the next page, because a swap causes a layout shift with any fallback. */
function faceRules(face: FontFace, path: string, font: Buffer): string {
  // The list is a view of memory that HarfBuzz reallocates: copy it at once.
  const characters = [...new Face(new Blob(font)).collectUnicodes()];
  const metrics = matchFallback(font, face.typicalAxes, face.fallback);
  const local = face.fallback.local.map((name) => `local("${name}")`).join(',');
  return `@font-face{font-family:"${face.family} Variable";font-style:normal;font-weight:${face.weight};font-display:optional;src:url("{base}${path}") format("woff2");unicode-range:${formatUnicodeRange(characters)}}
@font-face{font-family:"${face.family} Fallback";src:${local};size-adjust:${metrics.sizeAdjust};ascent-override:${metrics.ascentOverride};descent-override:${metrics.descentOverride};line-gap-override:${metrics.lineGapOverride}}`;
}
