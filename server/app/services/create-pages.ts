import { BackgroundEncoder } from '#server/site/pages/background-encoder.ts';
import { EncodedPageCache } from '#server/site/pages/encoded-page-cache.ts';
import { compileHistogram } from '#server/site/pages/page-metrics.ts';
import { PageStore } from '#server/site/pages/page-store.ts';
import type { ServerOptions } from '#server/app/server-options.ts';

export interface CompiledPages {
  readonly store: PageStore;
  /** Cache of compressed pages on disk. */
  readonly cache: EncodedPageCache;
  readonly compileSeconds: ReturnType<typeof compileHistogram>;
  close(): Promise<void>;
}

/** Cache of compiled pages in memory and on disk, with compression in the background. */
export function createPages(options: ServerOptions): CompiledPages {
  const { settings, siteStore, development, pageCache, builtPages } = options;
  const encoder = new BackgroundEncoder();
  const cache = new EncodedPageCache(pageCache);
  const compileSeconds = compileHistogram();
  const store = new PageStore({
    compile: (input) => siteStore.compile(input),
    maxBytes: settings.pageCacheBytes,
    built: builtPages,
    onCompile: (seconds) => compileSeconds.observe(seconds),
    ...(development === undefined && {
      compression: settings.pageCompression === 'quick' ? 'quick' : { encoder, cache },
    }),
  });
  return { store, cache, compileSeconds, close: () => encoder.close() };
}
