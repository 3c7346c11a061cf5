import { originOf } from './wider-network.ts';

/** How many of something that stays open a process has at a time: for one network, and for all together. */
export interface PlaceLimits {
  readonly perNetwork: number;
  readonly total: number;
}

/** What has no place left: the caller's own network, or the process. */
export type NoPlace = 'network' | 'total';

const isIPv6Network = (network: string): boolean => network.includes('::/');

/** Counts what stays open, such as connections, so that no network takes all there is. */
export class OpenPlaces {
  readonly #limits: PlaceLimits;
  readonly #taken = new Map<string, number>();
  #open = 0;

  constructor(limits: PlaceLimits) {
    this.#limits = limits;
  }

  get open(): number {
    return this.#open;
  }

  /**
   * Takes a place for a network, see `networkOf`. One of IPv6 counts for its whole /48, which may be one person's.
   *
   * @returns what gives the place back, once however often it is called; or what has none left
   */
  take(network: string): (() => void) | NoPlace {
    const unit = isIPv6Network(network) ? originOf(network).site : network;
    const taken = this.#taken.get(unit) ?? 0;
    if (taken >= this.#limits.perNetwork) return 'network';
    if (this.#open >= this.#limits.total) return 'total';
    this.#taken.set(unit, taken + 1);
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#free(unit);
      isOpen = false;
    };
  }

  #free(unit: string): void {
    const left = (this.#taken.get(unit) ?? 1) - 1;
    if (left === 0) this.#taken.delete(unit);
    else this.#taken.set(unit, left);
    this.#open -= 1;
  }
}
