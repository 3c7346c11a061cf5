import { toClientPrefix } from '#server/platform/ipv6-prefix.ts';

/** How many of something that stays open a process has at a time: for one network, and for all together. */
export interface ConcurrencyLimits {
  readonly perNetwork: number;
  readonly total: number;
}

/** What has no place left: the caller's own network, or the process. */
export type LimitReached = 'network' | 'total';

const isIPv6Network = (network: string): boolean => network.includes('::/');

/** A place that is taken; what it was taken for may have to go. */
interface Place {
  readonly end: () => void;
}

/**
 * Counts what stays open, such as connections, so that no network takes all there is. Where all places are taken, a network that has fewer
 * gets the last one of the network that has most: strangers from many networks take none from anyone who comes with one.
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
   * Takes a place for a network, see `rateLimitKey`. One of IPv6 counts for its whole /48, which may be one person's.
   *
   * @param end Ends what has the place, when another network needs it.
   * @returns what gives the place back, once however often it is called; or what has none left
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

  /** @param own How many the network has that needs one. */
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
