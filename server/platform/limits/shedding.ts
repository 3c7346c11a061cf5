/** Event loop delay in milliseconds from which requests are shed, least important first. */
export const sheddingLimits = { pages: 500, forms: 2_500 } as const;

/** Retry delay in seconds. */
const RETRY_AFTER_SECONDS = 5;

/** Header of responses with status 503. */
export const retryAfterHeader = ['Retry-After', String(RETRY_AFTER_SECONDS)] as const;

/**
 * Load shedding: whether to reject a request because the process is overloaded (O3). `pages` are those that must be compiled or filled; prepared pages, files
 * and health checks are never shed. `forms` are shed last, because input would be lost.
 */
export type LoadShedder = (what: keyof typeof sheddingLimits) => boolean;

/** Shed requests since start. */
export type ShedCounts = Record<keyof typeof sheddingLimits, number>;

export const createShedCounts = (): ShedCounts => ({ pages: 0, forms: 0 });

/**
 * @param delay event loop delay in milliseconds, see `watchEventLoop`
 * @param counts incremented with each shed request
 */
export function createLoadShedder(delay: () => number, counts: ShedCounts = createShedCounts()): LoadShedder {
  return (what) => {
    if (delay() <= sheddingLimits[what]) return false;
    counts[what] += 1;
    return true;
  };
}
