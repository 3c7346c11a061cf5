import { Blob, Face } from 'harfbuzzjs';
import subsetFont from 'subset-font';
import { isObject } from '#engine/documents/json.ts';
import type { FontPackage, ResolveInput } from '#engine/documents/types.ts';
import { parseSource } from '#engine/documents/source.ts';
import { type FontFace, readCuts } from './font-faces.ts';
import { reasonOf } from './reason-of.ts';

const BRAND = 'pages-config/brand.json';

type Cut = Pick<FontFace, 'package' | 'name' | 'cut' | 'subsets'>;

/** By package, cut and subsets: packages do not change while a process runs, unless they were missing. */
const known = new Map<string, FontPackage>();

/** The same project with what the packages of its brand's fonts hold, where the brand can be read that far. */
export async function withFonts<Input extends Pick<ResolveInput, 'layers'>>(
  input: Input,
): Promise<Input & { readonly fonts: ReadonlyMap<string, FontPackage> }> {
  const text = input.layers.map(({ files }) => files.get(BRAND)).findLast((file) => file !== undefined);
  const { value } = parseSource(BRAND, text ?? '{}');
  const written = isObject(value) && isObject(value['fonts']) ? value['fonts'] : {};
  const fonts = new Map<string, FontPackage>();
  for (const role of ['display', 'text']) {
    const cut = cutOf(written[role]);
    if (cut !== null) fonts.set(role, await lookAt(cut));
  }
  return { ...input, fonts };
}

/** `null` where the schema has something to say. */
function cutOf(font: unknown): Cut | null {
  if (!isObject(font)) return null;
  const { package: name, cut, subsets } = font;
  if (typeof name !== 'string' || typeof cut !== 'string' || !Array.isArray(subsets)) return null;
  const list = subsets.filter((subset) => typeof subset === 'string');
  return list.length === 0 ? null : { package: name, name: name.slice(name.lastIndexOf('/') + 1), cut, subsets: list };
}

async function lookAt(cut: Cut): Promise<FontPackage> {
  const key = JSON.stringify(cut);
  const before = known.get(key);
  if (before !== undefined) return before;
  try {
    const axes: [tag: string, range: { min: number; max: number }][] = [];
    const characters = new Set<number>();
    for (const [index, file] of (await readCuts(cut)).entries()) {
      const face = new Face(new Blob(await subsetFont(file, '', { keepAllGlyphs: true, targetFormat: 'sfnt' })));
      // The subsets of one design have the same axes.
      if (index === 0)
        for (const [tag, { min, max }] of Object.entries(face.getAxisInfos())) axes.push([tag, { min, max }]);
      for (const character of face.collectUnicodes()) characters.add(character);
    }
    const found = { axes: Object.fromEntries(axes), characters };
    known.set(key, found);
    return found;
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}
