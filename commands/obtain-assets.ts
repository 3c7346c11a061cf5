import { UserError } from '#engine/shared/errors.ts';
import type * as Prepare from '#engine/compile/assets/prepare.ts';
import {
  type PublishedAssets,
  type PublishedInput,
  publishRemembered,
} from '#engine/compile/assets/remembered-assets.ts';
import { paths } from '#server/platform/paths.ts';

/**
 * Images, fonts and link previews of a site: from the build, created now when documents use others, or only planned when they may be
 * created later. Encoders are loaded on demand; production installations have none.
 */
export async function obtainAssets(
  input: Omit<PublishedInput, 'sources'> & Pick<Prepare.PrepareInput, 'cacheDir' | 'later'>,
): Promise<PublishedAssets> {
  const remembered = await publishRemembered({ ...input, sources: [paths.prepared, input.cacheDir] });
  // Image files that are not part of a build are created on request, in production as well.
  const isLater = input.later === true || (input.isPublished === true && input.extend !== undefined);
  if (remembered !== null && (isLater || remembered.pending.length === 0)) return remembered;
  const { prepareAssets } = await loadEncoders();
  return prepareAssets(input);
}

async function loadEncoders(): Promise<typeof Prepare> {
  try {
    return await import('#engine/compile/assets/prepare.ts');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND')) throw error;
    throw new UserError(
      'The documents show images or fonts that this build was not made with, and this installation cannot make them. Build again where all packages are installed, and install that build.',
      { cause: error },
    );
  }
}
