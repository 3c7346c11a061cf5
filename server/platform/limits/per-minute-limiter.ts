import type { Limit } from '#server/platform/ports.ts';
import { BoundedCounters } from './bounded-counters.ts';
import { ipv6Prefix } from '#server/platform/ipv6-prefix.ts';

/** Networks that are known at a time. */
const MAX_NETWORKS = 10_000;
/** How many times what one network may do, the IPv6 /56 around it may. */
const SITE_FACTOR = 4;

/** Counts so much more of a network, 1 when left out, and says whether it still fits. */
export type MemoryLimit = (network: string, amount?: number) => boolean;

/**
 * How often a network may do something, in the memory of this process: for what costs little and is worth no statement.
 *
 * @param now milliseconds
 */
export function memoryLimit({ max, windowSeconds }: Limit, now: () => number): MemoryLimit {
  const counters = new BoundedCounters(MAX_NETWORKS);
  const length = windowSeconds * 1_000;
  const count = (network: string, amount: number): number => {
    const counter = counters.open(network, network, Math.floor(now() / length) * length);
    counter.hits += amount;
    return counter.hits;
  };
  return (network, amount = 1) => {
    const wider = ipv6Prefix(network);
    return (wider === null || count(wider, amount) <= max * SITE_FACTOR) && count(network, amount) <= max;
  };
}

/** The same for a minute. */
export const perMinuteLimiter = (perMinute: number, now: () => number): MemoryLimit =>
  memoryLimit({ max: perMinute, windowSeconds: 60 }, now);
