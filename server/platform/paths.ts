import { join } from 'node:path';
import { ASSET_CACHE } from '#engine/shared/asset-cache.ts';
import { PAGE_WEIGHTS } from '#engine/shared/page-weights-file.ts';

/** Where things lie in the project's folder. */
export const root = join(import.meta.dirname, '../..');

export const paths = {
  /** A folder for each build, see `releaseFolder`. */
  releases: join(root, 'dist/releases'),
  /** Everything whose name carries a hash and that browsers load, of this build and of earlier ones. */
  prepared: join(root, 'dist/public'),
  buildRecord: join(root, 'dist/build.json'),
  /** What the pages of the last build weigh; `check` reads it. */
  pageWeights: join(root, PAGE_WEIGHTS),
  assetCache: join(root, ASSET_CACHE),
  /** Uploaded images that this server works with, at the paths that documents name. */
  uploads: join(root, '.cache/uploads'),
  pageCache: join(root, '.cache/pages'),
} as const;
