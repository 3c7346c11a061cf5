import { toClientPrefix } from '#server/platform/ipv6-prefix.ts';

/** A counter in its current window. */
export interface Counter {
  /** Milliseconds since the epoch. */
  readonly windowStart: number;
  hits: number;
  /** Hits that are not stored in the database yet. */
  unsaved: number;
}

interface Site {
  readonly name: string;
  readonly counters: Map<string, Counter>;
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
export class BoundedCounters {
  readonly #most: number;
  readonly #providers = new Map<string, Provider>();
  #largest: Provider | null = null;
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** `undefined` without hits in this window. */
  find(key: string, network: string, windowStart: number): Counter | undefined {
    const { provider, site } = toClientPrefix(network);
    const counter = this.#providers.get(provider)?.sites.get(site)?.counters.get(key);
    return counter?.windowStart === windowStart ? counter : undefined;
  }

  /** The counter of this window, created if missing. */
  open(key: string, network: string, windowStart: number): Counter {
    const origin = toClientPrefix(network);
    const provider = this.#provider(origin.provider);
    const site = getSite(provider, origin.site);
    const known = site.counters.get(key);
    if (known?.windowStart === windowStart) return known;
    const counter: Counter = { windowStart, hits: 0, unsaved: 0 };
    if (known === undefined) this.#grow(provider, site);
    // Inserted again, so that the oldest window comes first.
    site.counters.delete(key);
    site.counters.set(key, counter);
    if (this.#size > this.#most) this.#shrink();
    return counter;
  }

  #provider(name: string): Provider {
    const provider = this.#providers.get(name) ?? { name, sites: new Map(), size: 0, largest: null };
    this.#providers.set(name, provider);
    return provider;
  }

  #grow(provider: Provider, site: Site): void {
    this.#size += 1;
    provider.size += 1;
    if (site.counters.size >= (provider.largest?.counters.size ?? 0)) provider.largest = site;
    if (provider.size > (this.#largest?.size ?? 0)) this.#largest = provider;
  }

  #shrink(): void {
    const provider = this.#largest;
    const site = provider?.largest ?? findFirst(provider?.sites);
    const oldest = firstKey(site?.counters);
    if (!provider || !site || oldest === undefined) return;
    site.counters.delete(oldest);
    provider.size -= 1;
    this.#size -= 1;
    if (site.counters.size > 0) return;
    provider.sites.delete(site.name);
    provider.largest = findFirst(provider.sites) ?? null;
    if (provider.size > 0) return;
    this.#providers.delete(provider.name);
    this.#largest = findFirst(this.#providers) ?? null;
  }
}

function getSite(provider: Provider, name: string): Site {
  const site = provider.sites.get(name) ?? { name, counters: new Map() };
  provider.sites.set(name, site);
  return site;
}

const findFirst = <Value>(map: ReadonlyMap<string, Value> | undefined): Value | undefined => map?.values().next().value;
const firstKey = (map: ReadonlyMap<string, unknown> | undefined): string | undefined => map?.keys().next().value;
