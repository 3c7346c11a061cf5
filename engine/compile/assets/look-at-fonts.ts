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
    const [first = Buffer.alloc(0)] = await readCuts(cut);
    const whole = await subsetFont(first, '', { keepAllGlyphs: true, targetFormat: 'sfnt' });
    const axes = Object.entries(new Face(new Blob(whole)).getAxisInfos());
    const found = { axes: Object.fromEntries(axes.map(([tag, { min, max }]) => [tag, { min, max }])) };
    known.set(key, found);
    return found;
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}
