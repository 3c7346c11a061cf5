import type { Limit } from '#server/platform/ports.ts';
import { BoundedCounters, createCounter } from './bounded-counters.ts';
import { getIpv6Prefix } from '#server/platform/ipv6-prefix.ts';

/** Maximum tracked networks. */
const MAX_NETWORKS = 10_000;
/** Factor by which the /56 around a /64 may exceed its limit. */
const SITE_FACTOR = 4;

/** Counts an amount, 1 by default, and returns whether it fits. */
export type MemoryLimit = (network: string, amount?: number) => boolean;

/**
 * A rate limit in the memory of this process, for cheap actions that are not worth a query.
 *
 * @param now milliseconds
 */
export function createMemoryLimit({ max, windowSeconds }: Limit, now: () => number): MemoryLimit {
  const counters = new BoundedCounters(MAX_NETWORKS, createCounter);
  const length = windowSeconds * 1_000;
  const count = (network: string, amount: number): number => {
    const counter = counters.open(network, network, Math.floor(now() / length) * length);
    counter.hits += amount;
    return counter.hits;
  };
  return (network, amount = 1) => {
    const wider = getIpv6Prefix(network);
    return (wider === null || count(wider, amount) <= max * SITE_FACTOR) && count(network, amount) <= max;
  };
}

/** The same with a window of a minute. */
export const createPerMinuteLimiter = (perMinute: number, now: () => number): MemoryLimit =>
  createMemoryLimit({ max: perMinute, windowSeconds: 60 }, now);
