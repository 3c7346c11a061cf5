import { setTimeout as later } from 'node:timers';
import type { Db } from '#server/platform/database/open-database.ts';
import type { Clock, Limit, Log } from '#server/platform/ports.ts';
import { BoundedCounters, type Counter } from './bounded-counters.ts';
import { addHits, type LimitAnswer } from './rate-limit.ts';
import { KeyedSemaphore } from './keyed-semaphore.ts';
import { ipv6Prefix } from '#server/platform/ipv6-prefix.ts';

/** Something that a network may do so often; its counters have nothing to do with what other networks do. */
export interface NetworkAct {
  /** What happens, such as `register`. */
  readonly action: string;
  /** See `rateLimitKey`. */
  readonly network: string;
  readonly limit: Limit;
}

export type LimitedResult<T> =
  | { readonly allowed: true; readonly result: T }
  | Extract<LimitAnswer, { allowed: false }>;

/**
 * Limits by network: an IPv4 address, or an IPv6 /64 together with the /56 around it, which may do a few times as much. Counters
 * are in the database, so that they hold for all processes and survive a restart; what is known of them is in memory too, so
 * that a network that is over its limit is refused without a question or a write.
 */
export interface NetworkLimits {
  /** Counts something that writes anyway. Rejects when the database cannot be written. */
  count(act: NetworkAct): Promise<LimitAnswer>;
  /** Whether the network may go on, as far as this process knows. */
  check(act: NetworkAct): LimitAnswer;
  /**
   * Does something that counts only when it was a miss, such as guessing. Never fails for a counter that cannot be written: the
   * database learns of misses within a second, or when it can be written again. A network never has more attempts under way than
   * it may miss, so that many at once gain nothing; those that must wait for each other are not refused.
   */
  attempt<T>(act: NetworkAct, work: () => Promise<T>, isMiss: (result: T) => boolean): Promise<LimitedResult<T>>;
  /** How many requests were refused since the start, by action. */
  refusals(): ReadonlyMap<string, number>;
  /** Saves what the database does not know of yet. */
  close(): Promise<void>;
}

export const networkLimits = {
  /** Counters in memory: a whole /48 fits in, one counter for each of its networks. */
  counters: 100_000,
  /** Milliseconds after which the database learns of a miss. */
  save: 1_000,
} as const;

export interface NetworkLimitsOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** How many times what one /64 may, the /56 around it may. */
  readonly siteFactor: number;
}

/** One counter of an act: of the network itself, or of the wider one. */
interface Width {
  readonly key: string;
  readonly action: string;
  readonly subject: string;
  readonly limit: Limit;
  readonly windowStart: number;
}

export function createNetworkLimits({ db, clock, log, siteFactor }: NetworkLimitsOptions): NetworkLimits {
  const counters = new BoundedCounters(networkLimits.counters);
  const turns = new KeyedSemaphore();
  const refused = new Map<string, number>();
  const unsaved = new Map<Counter, Width>();
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<void> = Promise.resolve();

  function listWidths({ action, network, limit }: NetworkAct): readonly Width[] {
    const wider = ipv6Prefix(network);
    const window = limit.windowSeconds * 1_000;
    const windowStart = Math.floor(clock.now() / window) * window;
    const width = (subject: string, max: number): Width => ({
      key: `${action}\n${subject}`,
      action,
      subject,
      limit: { ...limit, max },
      windowStart,
    });
    const own = width(network, limit.max);
    return wider === null ? [own] : [width(wider, limit.max * siteFactor), own];
  }

  const countHits = ({ key, subject, windowStart }: Width): number =>
    counters.find(key, subject, windowStart)?.hits ?? 0;

  const countLeft = (widths: readonly Width[]): number =>
    Math.min(...widths.map((width) => width.limit.max - countHits(width)));

  function refuse(over: readonly Width[]): Extract<LimitAnswer, { allowed: false }> {
    const [{ action } = { action: '' }] = over;
    refused.set(action, (refused.get(action) ?? 0) + 1);
    const ends = over.map(({ windowStart, limit }) => windowStart + limit.windowSeconds * 1_000);
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((Math.max(...ends) - clock.now()) / 1_000)) };
  }

  /** Those that have done all they may. */
  const spent = (widths: readonly Width[]): readonly Width[] =>
    widths.filter((width) => countHits(width) >= width.limit.max);

  function check(act: NetworkAct): LimitAnswer {
    const over = spent(listWidths(act));
    return over.length === 0 ? { allowed: true } : refuse(over);
  }

  function noteMiss(widths: readonly Width[]): void {
    for (const width of widths) {
      const counter = counters.open(width.key, width.subject, width.windowStart);
      counter.hits += 1;
      counter.unsaved += 1;
      unsaved.set(counter, width);
    }
    timer ??= later(save, networkLimits.save).unref();
  }

  function save(): Promise<void> {
    timer = null;
    const now = [...unsaved];
    unsaved.clear();
    saving = saving.then(() => write(now));
    return saving;
  }

  async function write(taken: readonly (readonly [Counter, Width])[]): Promise<void> {
    const added = taken.map(([counter, { action, subject, limit }]) => {
      const { unsaved: hits, windowStart } = counter;
      counter.unsaved = 0;
      return { counter, hit: { action, subject, limit, windowStart, hits } };
    });
    try {
      const totals = await addHits(
        db,
        added.map(({ hit }) => hit),
      );
      // What other processes counted counts here too, beside what came meanwhile.
      for (const [index, { counter }] of added.entries())
        counter.hits = Math.max(counter.hits, (totals[index] ?? 0) + counter.unsaved);
    } catch (error) {
      log.warn('limits.unsaved', { counters: added.length, error: String(error) });
      for (const { counter, hit } of added) counter.unsaved += hit.hits;
      keep(taken);
    }
  }

  /** For the next time that something is saved; those of windows that are over are of no use. */
  function keep(taken: readonly (readonly [Counter, Width])[]): void {
    for (const [counter, width] of taken)
      if (
        unsaved.size < networkLimits.counters &&
        counter.windowStart + width.limit.windowSeconds * 1_000 > clock.now()
      )
        unsaved.set(counter, width);
  }

  return {
    check,

    async count(act) {
      const widths = listWidths(act);
      const before = spent(widths);
      if (before.length > 0) return refuse(before);
      const totals = await addHits(
        db,
        widths.map(({ action, subject, limit, windowStart }) => ({ action, subject, limit, windowStart, hits: 1 })),
      );
      for (const [index, { key, subject, windowStart }] of widths.entries()) {
        const counter = counters.open(key, subject, windowStart);
        counter.hits = Math.max(counter.hits, totals[index] ?? 0);
      }
      const over = widths.filter(({ limit }, index) => (totals[index] ?? 0) > limit.max);
      return over.length === 0 ? { allowed: true } : refuse(over);
    },

    async attempt(act, work, isMiss) {
      const before = check(act);
      if (!before.allowed) return before;
      const key = `${act.action}\n${ipv6Prefix(act.network) ?? act.network}`;
      const most = (): number => countLeft(listWidths(act));
      return turns.run(key, most, async () => {
        const answer = check(act);
        if (!answer.allowed) return answer;
        const result = await work();
        if (isMiss(result)) noteMiss(listWidths(act));
        return { allowed: true, result };
      });
    },

    refusals: () => refused,

    async close() {
      if (timer !== null) clearTimeout(timer);
      await save();
    },
  };
}
