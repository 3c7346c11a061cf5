import type { Logger } from 'pino';
import { collectGarbage } from './platform/collect-garbage.ts';
import type { SiteHolder } from './site/holder/site-holder.ts';
import { warmPages } from './site/holder/warm-pages.ts';
import type { PageStore } from './site/pages/page-store.ts';

/** Makes the pages of the present site ready, if that is wanted, and gives back what the start, or compiling, needed. Never rejects. */
export async function warmCurrent(options: {
  readonly holder: SiteHolder;
  readonly pages: PageStore;
  readonly log: Logger;
  /** Whether pages are made ready before anybody asks for them. */
  readonly ahead: boolean;
}): Promise<void> {
  const { holder, pages, log, ahead } = options;
  const site = holder.current;
  const started = performance.now();
  try {
    if (ahead) {
      const limits = { maxBytes: pages.maxBytes, stillCurrent: () => holder.current === site };
      const warmed = await warmPages(site, pages, limits);
      log.info({ warmed, seconds: (performance.now() - started) / 1000, bytes: pages.bytes }, 'Pages are ready.');
    }
    // A third of the heap is unused by now.
    collectGarbage();
  } catch (error) {
    log.error({ err: error }, 'A page could not be compiled ahead.');
  }
}
