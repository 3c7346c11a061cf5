import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setInterval } from 'node:timers';

/** Milliseconds between two samples, which the histogram counts as delay, and between two readings. */
const SAMPLE = 20;
const WINDOW = 1_000;

export interface EventLoopWatch {
  /** Milliseconds by which timers were late on average, over the last second. */
  delay(): number;
  close(): void;
}

/** Measures how late this process gets round to what is due. */
export function watchEventLoop(): EventLoopWatch {
  const histogram = monitorEventLoopDelay({ resolution: SAMPLE });
  histogram.enable();
  let delay = 0;
  const reading = setInterval(() => {
    delay = histogram.count === 0 ? delay : Math.max(0, histogram.mean / 1e6 - SAMPLE);
    histogram.reset();
  }, WINDOW).unref();
  return {
    delay: () => delay,
    close() {
      clearInterval(reading);
      histogram.disable();
    },
  };
}
