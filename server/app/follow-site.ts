import type { Logger } from 'pino';
import type { ReloadOutcome } from '#server/site/store/site-store.ts';
import type { ServerOptions } from './server-options.ts';
import type { CompiledPages } from './services/create-pages.ts';
import { prewarmPages } from './prewarm-pages.ts';

/** Prewarms the pages of the site on start and after each change, and deletes unused files from disk. */
export function followSite(options: ServerOptions, { store: pages, cache }: CompiledPages): void {
  const { siteStore, log, settings, warm = true, builtPages } = options;
  const prepare = (built: boolean): void => {
    if (warm) void prewarmPages({ siteStore, pages, log, built, ahead: settings.precompilesPages });
  };
  siteStore.onReload((outcome) => {
    logReload(outcome, log);
    if (outcome.kind === 'changed') prepare(false);
  });
  prepare(builtPages !== undefined);
  void cache.prune(Date.now());
}

function logReload(outcome: ReloadOutcome, log: Logger): void {
  if (outcome.kind === 'changed') log.info({ revision: outcome.site.revision }, 'The site changed.');
  if (outcome.kind === 'refused')
    log.error({ findings: outcome.findings }, 'The newest documents are refused; the last good site is sent.');
}
