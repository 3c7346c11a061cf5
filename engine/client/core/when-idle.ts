import { IDLE_WORK_FALLBACK_MS } from './constants.ts';

/** Does something once the browser has nothing better to do. */
export function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, IDLE_WORK_FALLBACK_MS);
}
