import { LRUCache } from 'lru-cache';
import { BoundedCounters, type Counter } from '#server/platform/limits/bounded-counters.ts';
import { addHits } from '#server/platform/limits/rate-limit.ts';
import { ipv6Prefix } from '#server/platform/ipv6-prefix.ts';
import { DAY } from '#server/platform/database/timestamp.ts';
import type { Db } from '#server/platform/database/open-database.ts';
import type { Limit } from '#server/platform/ports.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';
import { computeSignature } from '#server/platform/tokens/signature.ts';

export interface AdmissionOptions {
  /** Visitors whom experiments may begin to count, by network. */
  readonly limit: Limit;
  /** How many times that the /56 around a /64 may bring. */
  readonly siteFactor: number;
  /** Names networks where other processes read of them. */
  readonly key: Key;
  /** Shares what is counted with other processes; `null` counts for this one alone. */
  readonly db: Db | null;
}

/** Networks that are known at a time. */
const MAX_NETWORKS = 100_000;
/** Names of networks that bring many. */
const MAX_NAMES = 1_000;
/** Visitors of a day from which on it is written down what a network brought: far more than a household has. */
const MIN_NOTED_VISITORS = 20;
/** Milliseconds until other processes learn of it. */
const SAVE_DELAY_MS = 100;
const ACTION = 'experiment-visitors';

/** One counter: of the network itself, or of the wider one. */
interface Width {
  readonly network: string;
  readonly max: number;
}

/**
 * How many visitors a network may bring before experiments stop counting those that it brings (Z3). Asked before a variation is chosen, so that anyone who
 * is left out is left out of every variation alike. Counted in memory, because pages wait for no database; of a network that has used a tenth
 * of what it may, all processes know.
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

  /** Counts one more, where the network may bring one more. */
  admit(network: string, now: number): boolean {
    const { limit, siteFactor } = this.#options;
    const window = limit.windowSeconds * 1000;
    const start = now - (now % window);
    const wider = ipv6Prefix(network);
    const widths: readonly Width[] =
      wider === null
        ? [{ network, max: limit.max }]
        : [
            { network: wider, max: limit.max * siteFactor },
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

  /** What the day's visitors of a network are counted under once they are many; `null` before. Another day it is another word. */
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
    // What cannot be written now is not tried again: its window is short, and this process goes on counting.
    const totals = await addHits(db, added).catch(() => []);
    for (const [index, [counter]] of taken.entries())
      counter.hits = Math.max(counter.hits, (totals[index] ?? 0) + counter.unsaved);
  }
}
