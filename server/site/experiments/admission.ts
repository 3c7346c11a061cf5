import { LRUCache } from 'lru-cache';
import { BoundedCounters, type Counter } from '#server/platform/limits/bounded-counters.ts';
import { addHits } from '#server/platform/limits/rate-limit.ts';
import { getIpv6Prefix } from '#server/platform/ipv6-prefix.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import type { Limit } from '#server/platform/ports.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';
import { computeSignature } from '#server/platform/tokens/signature.ts';

export interface AdmissionOptions {
  /** New visitors of experiments per network. */
  readonly limit: Limit;
  /** Factor by which the /56 around a /64 may exceed its limit. */
  readonly ipv6SiteFactor: number;
  /** Hashes network names in the database. */
  readonly key: Key;
  /** Shares counters with other processes; `null` counts per process. */
  readonly db: Db | null;
}

/** Maximum tracked networks. */
const MAX_NETWORKS = 100_000;
/** Maximum tracked names of networks with many visitors. */
const MAX_NAMES = 10_000;
/** Visitors per day from which a network is recorded: far more than a household has. */
const MIN_NOTED_VISITORS = 20;
/** Milliseconds until counters are shared with other processes. */
const SAVE_DELAY_MS = 100;
const ACTION = 'experiment-visitors';

/** A counter: of the network itself or of its wider prefix. */
interface Width {
  readonly network: string;
  readonly max: number;
}

/**
 * Limits the visitors per network that experiments count (Z3). Checked before a variation is assigned, so that the limit applies to all variations alike.
 * Counted in memory, because pages must not wait for the database; counters above a tenth of the limit are shared with other processes.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #windows = new BoundedCounters(MAX_NETWORKS);
  readonly #days = new BoundedCounters(MAX_NETWORKS);
  readonly #names = new LRUCache<string, string>({ max: MAX_NAMES });
  readonly #unsaved = new Map<Counter, Width>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Counts a visitor; false above the limit. */
  admit(network: string, now: number): boolean {
    const { limit, ipv6SiteFactor } = this.#options;
    const window = limit.windowSeconds * 1000;
    const start = now - (now % window);
    const wider = getIpv6Prefix(network);
    const widths: readonly Width[] =
      wider === null
        ? [{ network, max: limit.max }]
        : [
            { network: wider, max: limit.max * ipv6SiteFactor },
            { network, max: limit.max },
          ];
    const counters = widths.map((width) => this.#windows.open(width.network, width.network, start));
    if (counters.some(({ hits }, index) => hits >= (widths[index]?.max ?? 0))) return false;
    for (const [index, counter] of counters.entries()) {
      const width = widths[index];
      counter.hits += 1;
      counter.unsaved += 1;
      if (width !== undefined && counter.hits * 10 > width.max) this.#share(counter, width);
    }
    this.#days.open(network, network, now - (now % DAY)).hits += 1;
    return true;
  }

  /** Pseudonym of a network with many visitors today; `null` below that. Changes daily. */
  nameNetwork(network: string, now: number): string | null {
    const day = now - (now % DAY);
    const hits = this.#days.find(network, network, day)?.hits ?? 0;
    if (hits <= MIN_NOTED_VISITORS) return null;
    const subject = `${day} ${network}`;
    let name = this.#names.get(subject);
    if (name === undefined) this.#names.set(subject, (name = computeSignature(this.#options.key, 'network', subject)));
    return name;
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #share(counter: Counter, width: Width): void {
    if (this.#options.db === null || this.#unsaved.size >= MAX_NETWORKS) return;
    this.#unsaved.set(counter, width);
    this.#timer ??= setTimeout(() => void this.#save(), SAVE_DELAY_MS).unref();
  }

  async #save(): Promise<void> {
    this.#timer = null;
    const { db, limit, key } = this.#options;
    const taken = [...this.#unsaved];
    this.#unsaved.clear();
    if (db === null) return;
    const added = taken.map(([counter, { network, max }]) => {
      const { unsaved: hits, windowStart } = counter;
      counter.unsaved = 0;
      const subject = computeSignature(key, 'network', network);
      return { action: ACTION, subject, limit: { ...limit, max }, windowStart, hits };
    });
    // Not retried: the window is short, and this process keeps counting.
    const totals = await addHits(db, added).catch(() => []);
    for (const [index, [counter]] of taken.entries())
      counter.hits = Math.max(counter.hits, (totals[index] ?? 0) + counter.unsaved);
  }
}
