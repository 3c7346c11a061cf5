import { IDLE_WORK_FALLBACK_MS } from './constants.ts';

/** Runs work when the browser is idle. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, IDLE_WORK_FALLBACK_MS);
}
