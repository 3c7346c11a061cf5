import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setInterval } from 'node:timers';

/** Sampling resolution, which the histogram adds to each delay, and reading interval in milliseconds. */
const SAMPLE_MS = 20;
const WINDOW_MS = 1_000;

/** Number of readings that must be high: single long tasks must not shed requests. */
const READINGS = 3;

export interface EventLoopWatch {
  /** Event loop delay in milliseconds: the minimum of the last averages over a second. */
  delay(): number;
  close(): void;
}

/** Measures event loop delay. */
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
