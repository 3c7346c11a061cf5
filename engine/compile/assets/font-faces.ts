import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';
import { Mistake } from '#engine/base/errors.ts';
import { arial, timesNewRoman, type FallbackFont } from './fallback-fonts.ts';
import { mergeFonts } from './font-merge.ts';

/** One face of the design: which package it comes from and how much of its variation is needed. */
export interface FontFace {
  readonly family: string;
  /** Name of the package `@fontsource-variable/<name>` and stem of the files. */
  readonly name: string;
  /** Axis part of the files' names, such as `opsz-normal`. */
  readonly cut: string;
  /** A number pins an axis, a range keeps it. */
  readonly axes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
  /** The `font-weight` descriptor. */
  readonly weight: string;
  readonly fallback: FallbackFont;
  /** Axis values of the text that would move most when the font arrives. */
  readonly typicalAxes: Readonly<Record<string, number>>;
}

/**
 * The two faces of every page. Bodoni Moda keeps the optical sizes the design sets by hand (9 to 40) and one weight;
 * Instrument Sans keeps the weights 400 to 600. There is no italic: it would be a third request, and a page may make two.
 */
export const fontFaces: readonly FontFace[] = [
  {
    family: 'Bodoni Moda',
    name: 'bodoni-moda',
    cut: 'opsz-normal',
    axes: { wght: 400, opsz: { min: 9, max: 40 } },
    weight: '400',
    fallback: timesNewRoman,
    typicalAxes: { opsz: 16 },
  },
  {
    family: 'Instrument Sans',
    name: 'instrument-sans',
    cut: 'wght-normal',
    axes: { wght: { min: 400, max: 600 } },
    weight: '400 600',
    fallback: arial,
    typicalAxes: { wght: 400 },
  },
];

/** Both cuts (`latin`, `latin-ext`) of a face as the package holds them. Throws when the package is not installed. */
export async function readCuts(face: FontFace): Promise<readonly [Buffer, Buffer]> {
  const folder = join(packageFolder(face), 'files');
  const [latin, latinExt] = await Promise.all(
    ['latin', 'latin-ext'].map((subset) => readFile(join(folder, `${face.name}-${subset}-${face.cut}.woff2`))),
  );
  if (!latin || !latinExt) throw new Mistake(`The font ${face.family} needs two files in ${folder}.`);
  return [latin, latinExt];
}

/** Licence text of a face (SIL Open Font License 1.1), which must travel with the font. */
export function readLicence(face: FontFace): Promise<string> {
  return readFile(join(packageFolder(face), 'LICENSE'), 'utf8');
}

/** The whole face as one TrueType font with all its axes. */
export async function mergedFace([latin, latinExt]: readonly [Buffer, Buffer]): Promise<Buffer> {
  const whole = { keepAllGlyphs: true, targetFormat: 'sfnt' } as const;
  return mergeFonts(await subsetFont(latin, '', whole), await subsetFont(latinExt, '', whole));
}

function packageFolder(face: FontFace): string {
  return dirname(fileURLToPath(import.meta.resolve(`@fontsource-variable/${face.name}/package.json`)));
}
