import { UserError } from '#engine/shared/errors.ts';
import type * as Prepare from '#engine/compile/assets/prepare.ts';
import {
  type PublishedAssets,
  type PublishedInput,
  publishRemembered,
} from '#engine/compile/assets/remembered-assets.ts';
import { paths } from '#server/platform/paths.ts';

/**
 * The images, fonts and link previews of a site: as the build made them, or made now when documents show others by now, or only planned
 * when they may be made later. Encoders are loaded only then, and an installation for production has none.
 */
export async function obtainAssets(
  input: Omit<PublishedInput, 'sources'> & Pick<Prepare.PrepareInput, 'cacheDir' | 'later'>,
): Promise<PublishedAssets> {
  const remembered = await publishRemembered({ ...input, sources: [paths.prepared, input.cacheDir] });
  // Files of images that no build has are made when they are asked for, in production, too.
  const isLater = input.later === true || (input.isPublished === true && input.extend !== undefined);
  if (remembered !== null && (isLater || remembered.unmade.length === 0)) return remembered;
  const { prepareAssets } = await loadEncoders();
  return prepareAssets(input);
}

async function loadEncoders(): Promise<typeof Prepare> {
  try {
    return await import('#engine/compile/assets/prepare.ts');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new UserError(
      'The documents show images that this build was not made with, and this installation cannot make them. Build again where all packages are installed, and install that build.',
      { cause: error },
    );
  }
}
