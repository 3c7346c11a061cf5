import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sha256 } from '#engine/shared/hash.ts';
import { isObject } from '#engine/documents/json.ts';
import type { FontPackage, ReadFont, ResolveInput } from '#engine/documents/types.ts';
import { buildFontKey } from '#engine/documents/brand/font-key.ts';
import { identify } from '#engine/documents/written.ts';
import { parseSource } from '#engine/documents/source.ts';
import { FontError, type FontFace, readCuts } from './font-faces.ts';
import type { InspectionCache } from './inspection-cache.ts';
import { getErrorMessage } from './get-error-message.ts';

type Cut = Pick<FontFace, 'package' | 'name' | 'cut' | 'subsets'>;

/** Cached by package, axis part and subsets: packages do not change while a process runs, except missing ones. */
const known = new Map<string, FontPackage>();

/**
 * The same project with the content of its brands' font packages, as far as the brands are readable.
 *
 * @param root The project's root, for the font files of mails: `mails.display` and `mails.text`
 */
export async function inspectFonts<Input extends Pick<ResolveInput, 'layers'>>(
  input: Input,
  memory?: InspectionCache,
  root?: string,
): Promise<Input & { readonly fonts: ReadonlyMap<string, FontPackage> }> {
  const fonts = new Map<string, FontPackage>();
  for (const [file, text] of new Map(input.layers.flatMap(({ files }) => [...files]))) {
    const document = identify(file);
    if (document?.kind !== 'brand') continue;
    const { value } = parseSource(file, text);
    const written = isObject(value) && isObject(value['fonts']) ? value['fonts'] : {};
    for (const role of ['display', 'text']) {
      const cut = readCut(written[role]);
      if (cut !== null) fonts.set(buildFontKey(document.id, role), await lookAt(cut, memory));
      const mailFont = root === undefined ? null : fileOfMails(value, role);
      if (root !== undefined && mailFont !== null)
        fonts.set(buildFontKey(document.id, `mails.${role}`), await lookAtFile(join(root, mailFont), memory));
    }
  }
  return { ...input, fonts };
}

/** `null` if the schema reports it. */
function readCut(font: unknown): Cut | null {
  if (!isObject(font)) return null;
  const { package: name, cut, subsets } = font;
  if (typeof name !== 'string' || typeof cut !== 'string' || !Array.isArray(subsets)) return null;
  const list = subsets.filter((subset) => typeof subset === 'string');
  return list.length === 0 ? null : { package: name, name: name.slice(name.lastIndexOf('/') + 1), cut, subsets: list };
}

async function lookAt(cut: Cut, memory: InspectionCache | undefined): Promise<FontPackage> {
  const key = JSON.stringify(cut);
  const before = known.get(key);
  if (before !== undefined) return before;
  try {
    const files = await readCuts(cut);
    const look = (): Promise<Drawn> => drawnBy(files);
    const bytes = files.map((file) => file.toString('latin1')).join(' ');
    const { axes, characters } = memory === undefined ? await look() : await memory.recall(bytes, isDrawn, look);
    const found = { axes, characters: new Set(characters) };
    known.set(key, found);
    return found;
  } catch (error) {
    return { problem: getErrorMessage(error), path: error instanceof FontError ? error.path : undefined };
  }
}

/** `null` if mails embed no font of this role. */
function fileOfMails(brand: unknown, role: string): string | null {
  const mails = isObject(brand) && isObject(brand['mails']) ? brand['mails']['fonts'] : undefined;
  const font = isObject(mails) ? mails[role] : undefined;
  return isObject(font) && typeof font['file'] === 'string' ? font['file'] : null;
}

async function lookAtFile(path: string, memory: InspectionCache | undefined): Promise<FontPackage> {
  try {
    const file = await readFile(path);
    const bytes = file.toString('latin1');
    const key = sha256(bytes);
    const before = known.get(key);
    if (before !== undefined) return before;
    const look = (): Promise<Drawn> => drawnBy([file], true);
    const { axes, characters } = memory === undefined ? await look() : await memory.recall(bytes, isDrawn, look);
    const found = { axes, characters: new Set(characters) };
    known.set(key, found);
    return found;
  } catch (error) {
    return { problem: getErrorMessage(error) };
  }
}

/** Content of a font, as JSON. */
interface Drawn {
  readonly axes: ReadFont['axes'];
  readonly characters: readonly number[];
}

const isDrawn = (value: unknown): value is Drawn =>
  isObject(value) &&
  Array.isArray(value['characters']) &&
  value['characters'].every((character) => typeof character === 'number') &&
  isObject(value['axes']) &&
  Object.values(value['axes']).every(
    (axis) => isObject(axis) && typeof axis['min'] === 'number' && typeof axis['max'] === 'number',
  );

/** @param isWhole a file with a single weight, which counts as an axis */
async function drawnBy(files: readonly Buffer[], isWhole = false): Promise<Drawn> {
  const { Blob, Face } = await import('harfbuzzjs');
  const { default: subsetFont } = await import('subset-font');
  const axes: [tag: string, range: { min: number; max: number }][] = [];
  const characters = new Set<number>();
  for (const [index, file] of files.entries()) {
    const face = new Face(new Blob(await subsetFont(file, '', { keepAllGlyphs: true, targetFormat: 'sfnt' })));
    // The subsets of one design have the same axes.
    if (index === 0)
      for (const [tag, { min, max }] of Object.entries(face.getAxisInfos())) axes.push([tag, { min, max }]);
    const weight = isWhole ? readWeight(face.referenceTable('OS/2')) : null;
    if (weight !== null && !axes.some(([tag]) => tag === 'wght')) axes.push(['wght', { min: weight, max: weight }]);
    for (const character of face.collectUnicodes()) characters.add(character);
  }
  return { axes: Object.fromEntries(axes), characters: [...characters] };
}

/** Weight class (OpenType 1.9, table `OS/2`) of a file without a weight axis. */
function readWeight(table: Uint8Array | undefined): number | null {
  const offset = 4;
  return table === undefined || table.byteLength < offset + 2
    ? null
    : new DataView(table.buffer, table.byteOffset).getUint16(offset);
}
