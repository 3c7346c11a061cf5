import { join } from 'node:path';

/** Where things lie in the project's folder. */
export const root = join(import.meta.dirname, '../..');

export const paths = {
  /** What Vite builds for browsers. */
  client: join(root, 'dist/client'),
  /** Pictures, fonts and icons made ready for the web. */
  prepared: join(root, 'dist/public'),
  /** The compiler, built for the server. */
  compiler: join(root, 'dist/server/compile.mjs'),
  buildRecord: join(root, 'dist/build.json'),
  assetCache: join(root, '.cache/assets'),
  pageCache: join(root, '.cache/pages'),
} as const;
