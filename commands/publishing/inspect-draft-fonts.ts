import { inspectFonts } from '#engine/compile/assets/inspect-fonts.ts';
import { isObject } from '#engine/documents/json.ts';
import { parseSource } from '#engine/documents/source.ts';
import type { ResolveInput } from '#engine/documents/types.ts';
import { identify } from '#engine/documents/written.ts';
import type { BuildFiles, Overlay } from '#server/site/publications/overrides.ts';

/**
 * The input with the fonts of brands that content brings and that the build does not have, so that rules report
 * at the brand what could not be prepared. Fonts of the build are prepared, even where their packages are missing;
 * with another emblem or other icons they are prepared again.
 */
export async function inspectDraftFonts(
  input: ResolveInput,
  overlay: Overlay,
  { layers }: Pick<ResolveInput, 'layers'>,
): Promise<ResolveInput> {
  const brands = [...overlay].filter(([path]) => identify(path)?.kind === 'brand');
  if (brands.length === 0) return input;
  const built: BuildFiles = new Map(layers.flatMap(({ files }) => [...files]));
  const files = new Map(
    brands.flatMap(([path, text]) =>
      text !== null && readPrepared(path, text) !== readPrepared(path, built.get(path) ?? '') ? [[path, text]] : [],
    ),
  );
  if (files.size === 0) return input;
  const { fonts } = await inspectFonts({ layers: [{ name: 'draft', files }] });
  return { ...input, fonts: new Map([...(input.fonts ?? []), ...fonts]) };
}

/** What a build prepares together with the fonts of a brand; empty for one that cannot be read. */
function readPrepared(path: string, text: string): string {
  const { value } = parseSource(path, text);
  return isObject(value) ? JSON.stringify([value['fonts'], value['emblem'], value['icons']]) : '';
}
