import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { UserError } from '#engine/shared/errors.ts';
import type { Brand } from '#engine/documents/brand/brand.ts';
import type { BrandFont } from '#schemas/generated/documents.ts';
import { arial, timesNewRoman, type FallbackFont } from './fallback-fonts.ts';
import { getErrorMessage } from './get-error-message.ts';

/** One font face of a brand: its package and the ranges of its axes. */
export interface FontFace {
  readonly family: string;
  /** Last part of the package's name, the prefix of its file names. */
  readonly name: string;
  /** Axis part of the files' names, such as `opsz-normal`. */
  readonly cut: string;
  /** A number pins an axis, a range keeps that range. */
  readonly axes: Readonly<Record<string, number | { readonly min: number; readonly max: number }>>;
  /** The `font-weight` descriptor. */
  readonly weight: string;
  readonly fallback: FallbackFont;
  /** Axis values of the text that would shift most when the font loads. */
  readonly typicalAxes: Readonly<Record<string, number>>;
  readonly package: string;
  readonly subsets: readonly string[];
}

const fallbacks: Readonly<Record<BrandFont['fallback'], FallbackFont>> = { arial, 'times-new-roman': timesNewRoman };

export function buildFontFace(font: BrandFont): FontFace {
  const { family, cut, axes, fallback, subsets } = font;
  const { wght } = axes;
  return {
    family,
    name: font.package.slice(font.package.lastIndexOf('/') + 1),
    cut,
    axes,
    weight: typeof wght === 'number' ? String(wght) : `${wght.min} ${wght.max}`,
    fallback: fallbacks[fallback],
    typicalAxes: Object.fromEntries(
      Object.entries(resolveTypicalAxes(font)).filter(([axis]) => typeof axes[axis] !== 'number'),
    ),
    package: font.package,
    subsets,
  };
}

/** A value for each axis: that of most of the text, if the brand states it. */
export const resolveTypicalAxes = ({ axes, typicalAxes = {} }: BrandFont): Readonly<Record<string, number>> => ({
  ...Object.fromEntries(
    Object.entries(axes).map(([axis, range]) => [axis, typeof range === 'number' ? range : range.min]),
  ),
  ...typicalAxes,
});

/** The faces of every page. There is no italic: it would be a third request, and a page may make two. */
export const listFontFaces = ({ fonts }: Pick<Brand, 'fonts'>): readonly FontFace[] => [
  buildFontFace(fonts.display),
  buildFontFace(fonts.text),
];

/**
 * The subsets of a face from its package.
 *
 * @throws UserError that names the missing package or file
 */
export async function readCuts(
  face: Pick<FontFace, 'package' | 'name' | 'cut' | 'subsets'>,
): Promise<readonly Buffer[]> {
  const outcomes = await Promise.allSettled(face.subsets.map((subset) => readSubset(face, subset)));
  const missing = outcomes.findIndex(({ status }) => status === 'rejected');
  const outcome = outcomes[missing];
  if (outcome?.status !== 'rejected')
    return outcomes.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
  const error: unknown = outcome.reason;
  // A wrong axis part has no files.
  const isSubset = outcomes.some(({ status }) => status === 'fulfilled');
  const isFile = error instanceof Error && 'code' in error && error.code === 'ENOENT';
  throw new FontError(
    describeProblem(face, error),
    isSubset ? ['subsets', missing] : isFile ? ['cut'] : ['package'],
    error,
  );
}

/** Identifies the invalid part of a brand's font. */
export class FontError extends UserError {
  /** Relative to the font in the brand document. */
  readonly path: readonly (string | number)[];

  constructor(message: string, path: FontError['path'], cause: unknown) {
    super(message, { cause });
    this.path = path;
  }
}

const readSubset = async (face: Pick<FontFace, 'package' | 'name' | 'cut'>, subset: string): Promise<Buffer> =>
  readFile(join(packageFolder(face), 'files', `${face.name}-${subset}-${face.cut}.woff2`));

function describeProblem(face: Pick<FontFace, 'package' | 'name' | 'cut' | 'subsets'>, error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'MODULE_NOT_FOUND') return `the package ${face.package} is not installed.`;
  if (code === 'ENOENT') {
    const files = face.subsets.map((subset) => `${face.name}-${subset}-${face.cut}.woff2`);
    return `one of ${files.join(', ')} is not among the files of ${face.package}.`;
  }
  return `${face.package} says "${getErrorMessage(error)}".`;
}

/** Licence text of a face (SIL Open Font License 1.1), which must accompany the font. */
export function readLicence(face: FontFace): Promise<string> {
  return readFile(join(packageFolder(face), 'LICENSE'), 'utf8');
}

/** The complete face as one TrueType font with all its axes. */
export async function mergeFaces(cuts: readonly Buffer[]): Promise<Buffer> {
  // Loaded on demand: many callers do not read glyphs.
  const { default: subsetFont } = await import('subset-font');
  const { mergeFonts } = await import('./font-merge.ts');
  const whole = { keepAllGlyphs: true, targetFormat: 'sfnt' } as const;
  const fonts: Buffer[] = [];
  for (const cut of cuts) fonts.push(await subsetFont(cut, '', whole));
  return fonts.reduce(mergeFonts);
}

const { resolve } = createRequire(import.meta.url);

function packageFolder(face: Pick<FontFace, 'package'>): string {
  return dirname(resolve(`${face.package}/package.json`));
}
