import { join } from 'node:path';
import { ASSET_CACHE } from '#engine/shared/asset-cache.ts';
import { PAGE_WEIGHTS } from '#engine/shared/page-weights-file.ts';

/** Paths in the project's folder. */
export const root = join(import.meta.dirname, '../..');

export const paths = {
  /** One folder per build, see `getReleaseFolder`. */
  releases: join(root, 'dist/releases'),
  /** Files with a hash in their names, for browsers, of this and earlier builds. */
  prepared: join(root, 'dist/public'),
  buildRecord: join(root, 'dist/build.json'),
  /** Page weights of the last build, which `check` reads. */
  pageWeights: join(root, PAGE_WEIGHTS),
  assetCache: join(root, ASSET_CACHE),
  /** Uploaded images cached by this server, at the paths that documents use. */
  uploads: join(root, '.cache/uploads'),
  pageCache: join(root, '.cache/pages'),
} as const;
