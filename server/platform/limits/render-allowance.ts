import { LRUCache } from 'lru-cache';

const WINDOW = 60_000;
const PAGES = 40;

/**
 * How many refused forms a network may have rendered: each costs a compilation, which no cache can save. Kept in memory, per
 * process; what a form does is limited in the database.
 */
export class RenderAllowance {
  readonly #used = new LRUCache<string, { count: number }>({ max: 50_000, ttl: WINDOW });

  /** Takes one page; false when the network has had its share of this minute. */
  take(network: string): boolean {
    const used = this.#used.get(network);
    if (used === undefined) {
      this.#used.set(network, { count: 1 });
      return true;
    }
    used.count += 1;
    return used.count <= PAGES;
  }
}
