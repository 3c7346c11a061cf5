import { toClientPrefix } from '#server/platform/ipv6-prefix.ts';

/** Limits of concurrently open resources per network and in total. */
export interface ConcurrencyLimits {
  readonly perNetwork: number;
  readonly total: number;
}

/** The exhausted limit. */
export type LimitReached = 'network' | 'total';

const isIPv6Network = (network: string): boolean => network.includes('::/');

/** An occupied slot, which may be revoked. */
interface Place {
  readonly end: () => void;
}

/**
 * Counts open resources such as connections. When all slots are occupied, a network with fewer slots takes the last one of the network with most, so that
 * many foreign networks cannot displace a client with a single connection.
 */
export class ConcurrencyLimiter {
  readonly #limits: ConcurrencyLimits;
  readonly #taken = new Map<string, Set<Place>>();
  #open = 0;

  constructor(limits: ConcurrencyLimits) {
    this.#limits = limits;
  }

  get open(): number {
    return this.#open;
  }

  /**
   * Takes a slot for a network, see `getRateLimitKey`. IPv6 counts by /48, which may belong to one customer.
   *
   * @param end ends the resource when another network needs its slot
   * @returns a function that releases the slot (idempotent), or the exhausted limit
   */
  take(network: string, end: () => void): (() => void) | LimitReached {
    const unit = isIPv6Network(network) ? toClientPrefix(network).site : network;
    const own = this.#taken.get(unit)?.size ?? 0;
    if (own >= this.#limits.perNetwork) return 'network';
    if (this.#open >= this.#limits.total && !this.#freeOne(own)) return 'total';
    const place: Place = { end };
    const places = this.#taken.get(unit) ?? new Set();
    this.#taken.set(unit, places.add(place));
    this.#open += 1;
    return () => this.#free(unit, place);
  }

  /** @param own number of slots of the requesting network */
  #freeOne(own: number): boolean {
    let most: readonly [string, ReadonlySet<Place>] | undefined;
    for (const each of this.#taken) if (each[1].size > (most?.[1].size ?? own + 1)) most = each;
    if (most === undefined) return false;
    const [unit, places] = most;
    const last = [...places].at(-1);
    if (last === undefined) return false;
    this.#free(unit, last);
    last.end();
    return true;
  }

  #free(unit: string, place: Place): void {
    const places = this.#taken.get(unit);
    if (places?.delete(place) !== true) return;
    this.#open -= 1;
    if (places.size === 0) this.#taken.delete(unit);
  }
}
