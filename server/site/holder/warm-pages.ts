import { setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '#engine/documents/types.ts';
import { documentPlan, sitePlan } from '#engine/decide/plan.ts';
import { basePages, type PageRequest } from './base-pages.ts';

/** Compiled pages, as far as they are made ready ahead. */
export interface WarmablePages {
  readonly bytes: number;
  /** Compiles a page and waits for its best encoding. */
  warm(site: Site, page: PageRequest): Promise<void>;
}

/** Milliseconds left to visitors between two pages. */
const PAUSE = 5;

/**
 * Compiles every page of the site in the background, one at a time, and waits for its best encoding. Ends early when
 * another site came or when the store is nearly full: what is warmed beyond that pushes out what visitors asked for.
 */
export async function warmPages(
  site: Site,
  pages: WarmablePages,
  options: { readonly maxBytes: number; readonly stillCurrent: () => boolean },
): Promise<number> {
  let warmed = 0;
  for (const page of basePages(site, Date.now())) {
    // What a page shows of data is asked for with each request, and such a page is never kept.
    if (documentPlan(page.document, sitePlan(site)).data.length > 0) continue;
    if (!options.stillCurrent() || pages.bytes > options.maxBytes * 0.9) break;
    await pages.warm(site, page);
    warmed += 1;
    await sleep(PAUSE, undefined, { ref: false });
  }
  return warmed;
}
