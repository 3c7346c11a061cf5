import { BoundedCounters, createCounter } from './bounded-counters.ts';
import { networkLimits } from './network-limits.ts';
import { getIpv6Prefix } from '#server/platform/ipv6-prefix.ts';

export const renderLimits = {
  /** Milliseconds. */
  windowMs: 60_000,
  /** Renderings per network and window. */
  pages: 40,
  /** Renderings per IPv6 /56 and window. */
  site: 160,
} as const;
const { windowMs: window, pages, site } = renderLimits;

/**
 * Limits renderings of refused forms per network: each needs a compilation that cannot be cached. In memory, per process; form submissions
 * are limited in the database.
 */
export class RenderRateLimiter {
  readonly #counters = new BoundedCounters(networkLimits.counters, createCounter);

  /** Counts a rendering; false above the limit. */
  take(network: string): boolean {
    const wider = getIpv6Prefix(network);
    return (wider === null || this.#hit(wider) <= site) && this.#hit(network) <= pages;
  }

  #hit(network: string): number {
    const windowStart = Math.floor(Date.now() / window) * window;
    const counter = this.#counters.open(network, network, windowStart);
    counter.hits += 1;
    return counter.hits;
  }
}
