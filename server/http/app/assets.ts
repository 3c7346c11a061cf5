import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { retryAfterHeader } from '#server/platform/limits/shedding.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { PendingFiles } from '#server/site/images/pending-files.ts';

export interface AssetOptions {
  /** Folders whose `assets/` is served. */
  readonly publicDirs: readonly string[];
  /** Creates files of `assets/` on request; default: all exist. */
  readonly pending?: Pick<PendingFiles, 'whenMade'> | undefined;
}

const LIFE_SECONDS = 365 * 24 * 3600;

/** Maximum wait for a file that is being encoded, in milliseconds; later requests find it. */
const MAX_ENCODING_MS = 20_000;

/** Serves files with a hash in their names. */
export async function addAssets(
  app: FastifyInstance,
  { basePath }: Pick<Settings, 'basePath'>,
  { publicDirs, pending }: AssetOptions,
): Promise<void> {
  if (pending !== undefined)
    app.addHook('onRequest', async (request, reply) => {
      const [path = ''] = request.url.slice(basePath.length).split('?', 1);
      const made = pending.whenMade(path);
      if (made === null) return;
      try {
        await withTimeout(MAX_ENCODING_MS, `Making ${path}`, made);
      } catch {
        return reply
          .code(503)
          .header('Cache-Control', 'no-store')
          .header(...retryAfterHeader)
          .send();
      }
    });
  await app.register(fastifyStatic, {
    root: publicDirs.map((folder) => `${folder}/assets`),
    prefix: '/assets/',
    preCompressed: true,
    index: false,
    // The file name contains a content hash.
    cacheControl: true,
    maxAge: LIFE_SECONDS * 1000,
    immutable: true,
  });
}
