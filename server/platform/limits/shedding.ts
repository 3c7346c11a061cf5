/** Milliseconds of event-loop delay from which work is refused, the least important first. */
export const sheddingLimits = { pages: 500, forms: 2_500 } as const;

/** Seconds after which somebody refused may come back. */
const COME_BACK = 5;

/** Header of every answer that refuses for now. */
export const comeBackLater = ['Retry-After', String(COME_BACK)] as const;

/**
 * Whether something is refused because the process cannot keep up (O3). `pages` are those that must be compiled or filled for
 * their visitor; ready pages, files and health are never refused. `forms` come last: whoever sends one has typed.
 */
export type Shed = (what: keyof typeof sheddingLimits) => boolean;

/** @param delay Milliseconds, see `watchEventLoop`. */
export function createShed(delay: () => number): Shed {
  return (what) => delay() > sheddingLimits[what];
}
