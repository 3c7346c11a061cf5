import { toClientPrefix } from '#server/platform/ipv6-prefix.ts';

/** A counter in its current window. */
export interface Counter {
  /** Milliseconds since the epoch. */
  readonly windowStart: number;
  hits: number;
  /** Hits that are not stored in the database yet. */
  unsaved: number;
}

/** Creates a counter without hits; `last` is the one of an earlier window. */
type CreateCounter<Own extends Counter> = (windowStart: number, last: Own | undefined, key: string) => Own;

export const createCounter = (windowStart: number): Counter => ({ windowStart, hits: 0, unsaved: 0 });

interface Site {
  readonly name: string;
  /** Keys of its counters, the oldest first. */
  readonly keys: Set<string>;
}

interface Provider {
  readonly name: string;
  readonly sites: Map<string, Site>;
  size: number;
  /** Approximately the largest site. */
  largest: Site | null;
}

/**
 * Counters by network in memory, with a maximum number. When full, the oldest counter of the provider and site with the most counters is evicted, so that
 * a client with a large address range evicts only its own.
 */
export class BoundedCounters<Own extends Counter = Counter> {
  readonly #most: number;
  readonly #create: CreateCounter<Own>;
  /** All counters: a hit looks up one key, and only a new window its provider and site. */
  readonly #counters = new Map<string, Own>();
  readonly #providers = new Map<string, Provider>();
  #largest: Provider | null = null;

  constructor(most: number, create: CreateCounter<Own>) {
    this.#most = most;
    this.#create = create;
  }

  get size(): number {
    return this.#counters.size;
  }

  /** The counter of the last window with hits; `undefined` for none. */
  find(key: string): Own | undefined {
    return this.#counters.get(key);
  }

  /**
   * The counter of this window, created if missing.
   *
   * @param key contains the network
   */
  open(key: string, network: string, windowStart: number): Own {
    const known = this.#counters.get(key);
    if (known?.windowStart === windowStart) return known;
    const counter = this.#create(windowStart, known, key);
    const origin = toClientPrefix(network);
    const provider = this.#provider(origin.provider);
    const site = getSite(provider, origin.site);
    if (known === undefined) this.#grow(provider, site);
    // Inserted again, so that the oldest window comes first.
    site.keys.delete(key);
    site.keys.add(key);
    this.#counters.set(key, counter);
    if (this.#counters.size > this.#most) this.#shrink();
    return counter;
  }

  #provider(name: string): Provider {
    const provider = this.#providers.get(name) ?? { name, sites: new Map(), size: 0, largest: null };
    this.#providers.set(name, provider);
    return provider;
  }

  #grow(provider: Provider, site: Site): void {
    provider.size += 1;
    if (site.keys.size >= (provider.largest?.keys.size ?? 0)) provider.largest = site;
    if (provider.size > (this.#largest?.size ?? 0)) this.#largest = provider;
  }

  #shrink(): void {
    const provider = this.#largest;
    const site = provider?.largest ?? findFirst(provider?.sites);
    const oldest = site?.keys.values().next().value;
    if (!provider || !site || oldest === undefined) return;
    site.keys.delete(oldest);
    this.#counters.delete(oldest);
    provider.size -= 1;
    if (site.keys.size > 0) return;
    provider.sites.delete(site.name);
    provider.largest = findFirst(provider.sites) ?? null;
    if (provider.size > 0) return;
    this.#providers.delete(provider.name);
    this.#largest = findFirst(this.#providers) ?? null;
  }
}

function getSite(provider: Provider, name: string): Site {
  const site = provider.sites.get(name) ?? { name, keys: new Set() };
  provider.sites.set(name, site);
  return site;
}

const findFirst = <Value>(map: ReadonlyMap<string, Value> | undefined): Value | undefined => map?.values().next().value;
