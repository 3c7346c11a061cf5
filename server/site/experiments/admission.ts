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

/** Visitors of a network or of its wider prefix: in the window of the limit, and of the day. */
interface NetworkCounter extends Counter {
  readonly network: string;
  /** Its hash in the database, once it was shared. */
  subject: string | null;
  day: NetworkDay;
}

interface NetworkDay {
  readonly start: number;
  visitors: number;
  /** Pseudonym, if there are many visitors. */
  name: string | null;
}

function createNetworkCounter(windowStart: number, last: NetworkCounter | undefined, network: string): NetworkCounter {
  return { windowStart, hits: 0, unsaved: 0, network, subject: last?.subject ?? null, day: last?.day ?? createDay(0) };
}

const createDay = (start: number): NetworkDay => ({ start, visitors: 0, name: null });

/**
 * Limits the visitors per network that experiments count (Z3). Checked before a variation is assigned, so that the limit applies to all variations alike.
 * Counted in memory, because pages must not wait for the database. Counters above a tenth of the limit are shared with other processes, in steps of a
 * fiftieth of the limit.
 */
export class Admission {
  readonly #options: AdmissionOptions;
  readonly #networks = new BoundedCounters<NetworkCounter>(MAX_NETWORKS, createNetworkCounter);
  /** Counters to share, with their limits. */
  readonly #unsaved = new Map<NetworkCounter, number>();
  #timer: NodeJS.Timeout | null = null;

  constructor(options: AdmissionOptions) {
    this.#options = options;
  }

  /** Counts a visitor; false above the limit. */
  admit(network: string, now: number): boolean {
    const { limit, ipv6SiteFactor } = this.#options;
    const start = now - (now % (limit.windowSeconds * 1000));
    const prefix = getIpv6Prefix(network);
    const own = this.#networks.open(network, network, start);
    const wider = prefix === null ? null : this.#networks.open(prefix, prefix, start);
    if (own.hits >= limit.max) return false;
    if (wider !== null) {
      const max = limit.max * ipv6SiteFactor;
      if (wider.hits >= max) return false;
      this.#countHit(wider, max);
    }
    this.#countHit(own, limit.max);
    const day = now - (now % DAY);
    if (own.day.start !== day) own.day = createDay(day);
    own.day.visitors += 1;
    return true;
  }

  /** Pseudonym of a network with many visitors today; `null` below that. Changes daily. */
  nameNetwork(network: string, now: number): string | null {
    const start = now - (now % DAY);
    const day = this.#networks.find(network)?.day;
    if (day === undefined || day.start !== start || day.visitors <= MIN_NOTED_VISITORS) return null;
    return (day.name ??= computeSignature(this.#options.key, 'network', `${start} ${network}`));
  }

  close(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
  }

  #countHit(counter: NetworkCounter, max: number): void {
    counter.hits += 1;
    counter.unsaved += 1;
    if (counter.hits * 10 > max && counter.unsaved >= max * SHARED_STEP) this.#share(counter, max);
  }

  #share(counter: NetworkCounter, max: number): void {
    if (this.#options.db === null || this.#unsaved.size >= MAX_NETWORKS) return;
    this.#unsaved.set(counter, max);
    this.#timer ??= setTimeout(() => void this.#save(), SAVE_DELAY_MS).unref();
  }

  async #save(): Promise<void> {
    this.#timer = null;
    const { db, limit, key } = this.#options;
    const taken = [...this.#unsaved];
    this.#unsaved.clear();
    if (db === null) return;
    const added = taken.map(([counter, max]) => {
      const { network, unsaved: hits, windowStart } = counter;
      counter.unsaved = 0;
      const subject = (counter.subject ??= computeSignature(key, 'network', network));
      return { action: ACTION, subject, limit: { ...limit, max }, windowStart, hits };
    });
    // Not retried: the window is short, and this process keeps counting.
    const totals = await addHits(db, added).catch(() => []);
    for (const [index, [counter]] of taken.entries())
      counter.hits = Math.max(counter.hits, (totals[index] ?? 0) + counter.unsaved);
  }
}
