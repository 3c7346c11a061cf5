import { BoundedCounters } from './bounded-counters.ts';
import { networkLimits } from './network-limits.ts';
import { ipv6Prefix } from '#server/platform/ipv6-prefix.ts';

export const renderLimits = {
  /** Milliseconds. */
  windowMs: 60_000,
  /** Pages that one network has rendered for it in that time. */
  pages: 40,
  /** The same for all networks of one IPv6 /56. */
  site: 160,
} as const;
const { windowMs: window, pages, site } = renderLimits;

/**
 * How many refused forms a network may have rendered: each costs a compilation, which no cache can save. Kept in memory, per
 * process; what a form does is limited in the database.
 */
export class RenderRateLimiter {
  readonly #counters = new BoundedCounters(networkLimits.counters);

  /** Takes one page; false when the network has had its share of this minute. */
  take(network: string): boolean {
    const wider = ipv6Prefix(network);
    return (wider === null || this.#hit(wider) <= site) && this.#hit(network) <= pages;
  }

  #hit(network: string): number {
    const windowStart = Math.floor(Date.now() / window) * window;
    const counter = this.#counters.open(network, network, windowStart);
    counter.hits += 1;
    return counter.hits;
  }
}
