import { setImmediate } from 'node:timers/promises';

/** Milliseconds of work after which waiting requests are answered. */
const MAX_BLOCKED_MS = 8;

/** For long work on the thread that answers requests: called between its steps, it lets them go first once some time has passed. */
export function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_BLOCKED_MS) return;
    await setImmediate();
    since = performance.now();
  };
}
