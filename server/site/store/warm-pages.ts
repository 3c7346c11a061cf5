import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '#engine/documents/types.ts';
import { getDocumentPlan, getSitePlan } from '#engine/decide/plan.ts';
import { listDefaultPages, type StoredPageRequest } from './default-pages.ts';

/** Compiled pages that are prepared ahead. */
export interface PreparablePages {
  readonly bytes: number;
  /** Prepares a page and waits for its best compression. Returns whether anything had to be done. */
  prepare(site: Site, page: StoredPageRequest): Promise<boolean>;
}

/** Pause between two pages in milliseconds, for requests. */
const PAUSE_MS = 5;

/**
 * Prepares all pages of the site in the background, one at a time, in the best compression. Ends early when the site changes or the store
 * is nearly full, so that requested pages are not evicted.
 */
export async function warmPages(
  site: Site,
  pages: PreparablePages,
  options: { readonly maxBytes: number; readonly stillCurrent: () => boolean },
): Promise<number> {
  let warmed = 0;
  for (const page of listDefaultPages(site, Date.now())) {
    // Pages with data are rendered per request and never cached.
    if (getDocumentPlan(page.document, getSitePlan(site)).data.length > 0) continue;
    if (!options.stillCurrent() || pages.bytes > options.maxBytes * 0.9) break;
    const worked = await pages.prepare(site, page);
    warmed += 1;
    await (worked ? sleep(PAUSE_MS, undefined, { ref: false }) : setImmediate());
  }
  return warmed;
}
