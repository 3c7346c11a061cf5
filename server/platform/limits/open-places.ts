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
    return this.#take(isIPv6Network(network) ? originOf(network).site : network);
  }

  #take(network: string): (() => void) | NoPlace {
    const taken = this.#taken.get(network) ?? 0;
    if (taken >= this.#limits.perNetwork) return 'network';
    if (this.#open >= this.#limits.total) return 'total';
    this.#taken.set(network, taken + 1);
    this.#open += 1;
    let isOpen = true;
    return () => {
      if (isOpen) this.#free(network);
      isOpen = false;
    };
  }

  #free(network: string): void {
    const left = (this.#taken.get(network) ?? 1) - 1;
    if (left === 0) this.#taken.delete(network);
    else this.#taken.set(network, left);
    this.#open -= 1;
  }
}
