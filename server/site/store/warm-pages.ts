import { setImmediate, setTimeout as sleep } from 'node:timers/promises';
import type { Site } from '#engine/documents/types.ts';
import { documentPlan, sitePlan } from '#engine/decide/plan.ts';
import { defaultPages, type StoredPageRequest } from './default-pages.ts';

/** Compiled pages, as far as they are made ready ahead. */
export interface PreparablePages {
  readonly bytes: number;
  /** Sees to it that a page need not be compiled when it is asked for, and waits for its best encoding. Answers whether that was any work. */
  prepare(site: Site, page: StoredPageRequest): Promise<boolean>;
}

/** Milliseconds left to visitors between two pages. */
const PAUSE_MS = 5;

/**
 * Makes every page of the site ready in the background, one at a time, and waits for its best encoding. Ends early when
 * another site came or when the store is nearly full: what is warmed beyond that pushes out what visitors asked for.
 */
export async function warmPages(
  site: Site,
  pages: PreparablePages,
  options: { readonly maxBytes: number; readonly stillCurrent: () => boolean },
): Promise<number> {
  let warmed = 0;
  for (const page of defaultPages(site, Date.now())) {
    // What a page shows of data is asked for with each request, and such a page is never kept.
    if (documentPlan(page.document, sitePlan(site)).data.length > 0) continue;
    if (!options.stillCurrent() || pages.bytes > options.maxBytes * 0.9) break;
    const worked = await pages.prepare(site, page);
    warmed += 1;
    await (worked ? sleep(PAUSE_MS, undefined, { ref: false }) : setImmediate());
  }
  return warmed;
}
