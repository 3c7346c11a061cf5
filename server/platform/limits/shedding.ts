/** Milliseconds of event-loop delay from which work is refused, the least important first. */
export const sheddingLimits = { pages: 500, forms: 2_500 } as const;

/** Seconds after which a refused client may come back. */
const RETRY_AFTER_SECONDS = 5;

/** Header of every answer that refuses for now. */
export const retryAfterHeader = ['Retry-After', String(RETRY_AFTER_SECONDS)] as const;

/**
 * Load shedding: whether something is refused because the process cannot keep up (O3). `pages` are those that must be compiled or filled for
 * their visitor; ready pages, files and health are never refused. `forms` come last: anyone who sends one has typed.
 */
export type LoadShedder = (what: keyof typeof sheddingLimits) => boolean;

/** How often something was refused since the start. */
export type ShedCounts = Record<keyof typeof sheddingLimits, number>;

export const emptyShedCounts = (): ShedCounts => ({ pages: 0, forms: 0 });

/**
 * @param delay Milliseconds, see `watchEventLoop`.
 * @param counts Counted up with each refusal.
 */
export function createLoadShedder(delay: () => number, counts: ShedCounts = emptyShedCounts()): LoadShedder {
  return (what) => {
    if (delay() <= sheddingLimits[what]) return false;
    counts[what] += 1;
    return true;
  };
}
