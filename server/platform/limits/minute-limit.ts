import { BoundedCounters } from './bounded-counters.ts';

const MINUTE = 60_000;
/** Networks that are known at a time. */
const MOST_NETWORKS = 10_000;

/**
 * How often a network may do something within a minute, in the memory of this process: for what costs little and is worth no statement.
 *
 * @param now milliseconds since the epoch
 * @returns counts one more, and says whether it still fits
 */
export function minuteLimit(perMinute: number, now: () => number): (network: string) => boolean {
  const counters = new BoundedCounters(MOST_NETWORKS);
  return (network) => {
    const counter = counters.open(network, network, Math.floor(now() / MINUTE) * MINUTE);
    counter.hits += 1;
    return counter.hits <= perMinute;
  };
}
