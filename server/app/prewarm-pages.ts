import type { Logger } from 'pino';
import { listDefaultPages } from '#server/site/store/default-pages.ts';
import type { SiteStore } from '#server/site/store/site-store.ts';
import { type PreparablePages, warmPages } from '#server/site/store/warm-pages.ts';
import type { PageStore } from '#server/site/pages/page-store.ts';

/** Number of missing pages after which a build is taken for that of another site. */
const MAX_MISSING = 50;

/** Prewarms the pages of the live site if configured. Never rejects. */
export async function prewarmPages(options: {
  readonly siteStore: Pick<SiteStore, 'current'>;
  readonly pages: PreparablePages & Pick<PageStore, 'isAtHand' | 'maxBytes'>;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Whether the build should contain these pages: true on start, false once documents changed. */
  readonly built: boolean;
  /** Whether to compile pages before they are requested. */
  readonly ahead: boolean;
}): Promise<void> {
  const { siteStore, pages, log, built, ahead } = options;
  const site = siteStore.current;
  const started = performance.now();
  try {
    if (
      built &&
      ![...listDefaultPages(site, Date.now())].slice(0, MAX_MISSING).some((page) => pages.isAtHand(site, page, 'page'))
    ) {
      log.warn(
        'The build was made for other settings or documents: no page of it is sent, and each is compiled when it is asked for. Build with the BASE_PATH, LOGIN_URL, GRAPHQL_URL and other settings that pages of this server show; PUBLIC_ORIGIN and ENVIRONMENT may differ.',
      );
    }
    if (ahead) {
      const limits = { maxBytes: pages.maxBytes, stillCurrent: () => siteStore.current === site };
      const warmed = await warmPages(site, pages, limits);
      log.info({ warmed, seconds: (performance.now() - started) / 1000, bytes: pages.bytes }, 'Pages are ready.');
    }
  } catch (error) {
    log.error({ err: error }, 'Compiling a page ahead of requests failed.');
  }
}
