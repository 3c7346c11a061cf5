import { setTimeout as later } from 'node:timers';
import type { Db } from '#server/platform/database/open-database.ts';
import type { Clock, Limit, Log } from '#server/platform/ports.ts';
import { BoundedCounters, type Counter, createCounter } from './bounded-counters.ts';
import { addHits, type LimitResult } from './rate-limit.ts';
import { KeyedSemaphore } from './keyed-semaphore.ts';
import { getIpv6Prefix } from '#server/platform/ipv6-prefix.ts';

/** A rate limited action of a network; its counters are independent of other networks. */
export interface NetworkAct {
  /** Name of the action, such as `register`. */
  readonly action: string;
  /** See `getRateLimitKey`. */
  readonly network: string;
  readonly limit: Limit;
}

export type LimitedResult<T> =
  | { readonly allowed: true; readonly result: T }
  | Extract<LimitResult, { allowed: false }>;

/**
 * Rate limits by network: an IPv4 address, or an IPv6 /64 together with its /56, which has a multiple of the limit. Counters are in the database, shared by
 * all processes and durable; cached in memory, so that a network above its limit is rejected without a query.
 */
export interface NetworkLimits {
  /** Counts a hit of an action that writes anyway. Rejects when the database is unavailable. */
  count(act: NetworkAct): Promise<LimitResult>;
  /** Whether the network is below its limit, as far as this process knows. */
  check(act: NetworkAct): LimitResult;
  /**
   * Runs an action that counts only when it fails, such as guessing a code. Never rejects because of the counter: misses are saved within a second, or
   * once the database is available. A network cannot have more attempts in flight than remaining misses, so that concurrency gains nothing; attempts
   * beyond that wait and are not rejected.
   */
  attempt<T>(act: NetworkAct, work: () => Promise<T>, isMiss: (result: T) => boolean): Promise<LimitedResult<T>>;
  /** Rejected requests since start, by action. */
  refusals(): ReadonlyMap<string, number>;
  /** Saves pending counts. */
  close(): Promise<void>;
}

export const networkLimits = {
  /** Maximum counters in memory: enough for each network of a /48. */
  counters: 100_000,
  /** Milliseconds until misses are saved. */
  save: 1_000,
} as const;

export interface NetworkLimitsOptions {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Log;
  /** Factor by which the /56 around a /64 may exceed its limit. */
  readonly ipv6SiteFactor: number;
}

/** A counter of an action: of the network itself or of its wider prefix. */
interface Width {
  readonly key: string;
  readonly action: string;
  readonly subject: string;
  readonly limit: Limit;
  readonly windowStart: number;
}

export function createNetworkLimits({ db, clock, log, ipv6SiteFactor }: NetworkLimitsOptions): NetworkLimits {
  const counters = new BoundedCounters(networkLimits.counters, createCounter);
  const turns = new KeyedSemaphore();
  const refused = new Map<string, number>();
  const unsaved = new Map<Counter, Width>();
  let timer: NodeJS.Timeout | null = null;
  let saving: Promise<void> = Promise.resolve();

  function listWidths({ action, network, limit }: NetworkAct): readonly Width[] {
    const wider = getIpv6Prefix(network);
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
    return wider === null ? [own] : [width(wider, limit.max * ipv6SiteFactor), own];
  }

  const countHits = ({ key, windowStart }: Width): number => {
    const counter = counters.find(key);
    return counter?.windowStart === windowStart ? counter.hits : 0;
  };

  const countLeft = (widths: readonly Width[]): number =>
    Math.min(...widths.map((width) => width.limit.max - countHits(width)));

  function refuse(over: readonly Width[]): Extract<LimitResult, { allowed: false }> {
    const [{ action } = { action: '' }] = over;
    refused.set(action, (refused.get(action) ?? 0) + 1);
    const ends = over.map(({ windowStart, limit }) => windowStart + limit.windowSeconds * 1_000);
    return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil((Math.max(...ends) - clock.now()) / 1_000)) };
  }

  /** Exhausted counters. */
  const spent = (widths: readonly Width[]): readonly Width[] =>
    widths.filter((width) => countHits(width) >= width.limit.max);

  function check(act: NetworkAct): LimitResult {
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
      // Adds hits of other processes to hits since the query.
      for (const [index, { counter }] of added.entries())
        counter.hits = Math.max(counter.hits, (totals[index] ?? 0) + counter.unsaved);
    } catch (error) {
      log.warn('limits.unsaved', { counters: added.length, error: String(error) });
      for (const { counter, hit } of added) counter.unsaved += hit.hits;
      keep(taken);
    }
  }

  /** Queues hits for the next save, except those of expired windows. */
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
      const key = `${act.action}\n${getIpv6Prefix(act.network) ?? act.network}`;
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
