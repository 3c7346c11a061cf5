import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setInterval } from 'node:timers';

/** Milliseconds between two samples, which the histogram counts as delay, and between two readings. */
const SAMPLE_MS = 20;
const WINDOW_MS = 1_000;

/** Readings that must agree: one long task, such as a start of something, is over before anybody could be refused. */
const READINGS = 3;

export interface EventLoopWatch {
  /** Milliseconds by which timers have been late for three seconds at least: the least of the last averages over a second. */
  delay(): number;
  close(): void;
}

/** Measures how late this process keeps getting round to what is due. */
export function watchEventLoop(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE_MS });
  histogram.enable();
  let readings = Array.from({ length: READINGS }, () => 0);
  const reading = setInterval(() => {
    const latest = histogram.count === 0 ? readings.at(-1) : Math.max(0, histogram.mean / 1e6 - SAMPLE_MS);
    readings = [...readings.slice(1), latest ?? 0];
    histogram.reset();
  }, WINDOW_MS).unref();
  return {
    delay: () => Math.min(...readings),
    close() {
      clearInterval(reading);
      histogram.disable();
    },
  };
}
