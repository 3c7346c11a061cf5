import { Bug, Mistake } from '#engine/base/errors.ts';
import type { AssetList } from '#engine/compile/assets/asset-lists.ts';
import type * as Prepare from '#engine/compile/assets/prepare.ts';
import { type PublishedInput, publishRemembered } from '#engine/compile/assets/remembered-assets.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import { paths } from '#server/platform/paths.ts';

/**
 * The pictures, fonts and link previews of a site: as the build made them, or made now when documents show others by now. Encoders are
 * loaded only then, and an installation for production has none.
 */
export async function obtainAssets(
  input: Omit<PublishedInput, 'sources'> & { readonly cacheDir: string },
): Promise<{ readonly manifest: AssetManifest; readonly list: AssetList }> {
  const remembered = await publishRemembered({ ...input, sources: [paths.prepared, input.cacheDir] });
  if (remembered !== null) return remembered;
  const { prepareAssets } = await loadEncoders();
  let list: AssetList | null = null;
  const manifest = await prepareAssets({ ...input, onKept: (kept) => (list = kept) });
  if (list === null) throw new Bug('Nobody was told which assets were kept.');
  return { manifest, list };
}

async function loadEncoders(): Promise<typeof Prepare> {
  try {
    return await import('#engine/compile/assets/prepare.ts');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new Mistake(
      'The documents show pictures that this build was not made with, and this installation cannot make them. Build again where all packages are installed, and install that build.',
      { cause: error },
    );
  }
}
