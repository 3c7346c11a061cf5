import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { collectGarbage } from '#server/platform/collect-garbage.ts';
import type { ReloadOutcome } from '#server/site/store/site-store.ts';
import type { ServerOptions } from './server-options.ts';
import type { CompiledPages } from './services/create-pages.ts';
import { prewarmPages } from './prewarm-pages.ts';

/** Milliseconds without a further change after which pages are prewarmed and the memory of the previous site is released, which blocks the process. */
const SETTLED_MS = 10_000;

/** Prewarms the pages of the site on start and after each change, and deletes unused files from disk. */
export function followSite(options: ServerOptions, { store: pages, cache }: CompiledPages): void {
  const { siteStore, log, settings, warm = true, builtPages } = options;
  const prepare = async (built: boolean): Promise<void> => {
    const site = siteStore.current;
    // Pages that are requested meanwhile are compiled once each; compiling all for a site that changes again would delay visitors.
    if (!built) await sleep(SETTLED_MS, undefined, { ref: false });
    if (siteStore.current !== site) return;
    await prewarmPages({ siteStore, pages, log, built, ahead: settings.precompilesPages });
    // About a third of the heap is garbage at this point.
    if (siteStore.current === site) collectGarbage();
  };
  siteStore.onReload((outcome) => {
    logReload(outcome, log);
    if (outcome.kind !== 'changed') return;
    // Pages of the previous site are never requested again, and would keep those of this one from being prepared.
    pages.clear();
    if (warm) void prepare(false);
  });
  if (warm) void prepare(builtPages !== undefined);
  void cache.prune(Date.now());
}

function logReload(outcome: ReloadOutcome, log: Logger): void {
  if (outcome.kind === 'changed') log.info({ revision: outcome.site.revision }, 'The site changed.');
  if (outcome.kind === 'refused')
    log.error({ findings: outcome.findings }, 'The newest documents have errors; the last valid site stays live.');
}
