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
/** Visitors per day from which a network is recorded: far more than a household has. */
const MIN_NOTED_VISITORS = 20;
/** Milliseconds until counters are shared with other processes. */
const SAVE_DELAY_MS = 100;
/** Share of the limit that each process may admit before it shares the counter again: every statement costs the process that sends pages. */
const SHARED_STEP = 1 / 50;
const ACTION = 'experiment-visitors';

/** A counter: of the network itself or of its wider prefix. */
interface Width {
  readonly network: string;
  readonly max: number;
}

/**
 * Limits the visitors per network that experiments count (Z3). Checked before a variation is assigned, so that the limit applies to all variations alike.
 * Counted in memory, because pages must not wait for the database. Counters above a tenth of the limit are shared with other processes, in steps of a
 * fiftieth of the limit.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #windows = new BoundedCounters(MAX_NETWORKS);
  readonly #days = new BoundedCounters(MAX_NETWORKS);
  /** Pseudonyms of networks with many visitors today. */
  readonly #names = new WeakMap<Counter, string>();
  readonly #unsaved = new Map<Counter, Width>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Counts a visitor; false above the limit. */
  admit(network: string, now: number): boolean {
    const { limit, ipv6SiteFactor } = this.#options;
    const start = now - (now % (limit.windowSeconds * 1000));
    const own = { network, max: limit.max };
    const prefix = getIpv6Prefix(network);
    const wider = prefix === null ? null : { network: prefix, max: limit.max * ipv6SiteFactor };
    const ownCounter = this.#windows.open(network, network, start);
    const widerCounter = prefix === null ? null : this.#windows.open(prefix, prefix, start);
    if (ownCounter.hits >= own.max) return false;
    if (wider !== null && widerCounter !== null) {
      if (widerCounter.hits >= wider.max) return false;
      this.#countHit(widerCounter, wider);
    }
    this.#countHit(ownCounter, own);
    this.#days.open(network, network, now - (now % DAY)).hits += 1;
    return true;
  }

  /** Pseudonym of a network with many visitors today; `null` below that. Changes daily. */
  nameNetwork(network: string, now: number): string | null {
    const day = now - (now % DAY);
    const counter = this.#days.find(network, network, day);
    if (counter === undefined || counter.hits <= MIN_NOTED_VISITORS) return null;
    let name = this.#names.get(counter);
    if (name === undefined) {
      name = computeSignature(this.#options.key, 'network', `${day} ${network}`);
      this.#names.set(counter, name);
    }
    return name;
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #countHit(counter: Counter, width: Width): void {
    counter.hits += 1;
    counter.unsaved += 1;
    if (counter.hits * 10 > width.max && counter.unsaved >= width.max * SHARED_STEP) this.#share(counter, width);
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
