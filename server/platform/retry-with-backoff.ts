import { setTimeout as sleep } from 'node:timers/promises';

export interface BackoffOptions {
  /**
   * Milliseconds before the second attempt, doubled up to `maxMs`, and reset after an attempt that lasted longer than that; half of each delay is random
   * jitter.
   */
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Retries until success or abort.
 *
 * @param failed called after each failed attempt; throws to stop retrying
 */
export async function retryWithBackoff(
  attempt: () => Promise<void>,
  { firstMs: first, maxMs: longest }: BackoffOptions,
  failed: (error: unknown) => void,
  givenUp: AbortSignal,
): Promise<void> {
  for (let pause = first; !givenUp.aborted; pause = Math.min(2 * pause, longest)) {
    const began = Date.now();
    try {
      return await attempt();
    } catch (error) {
      if (givenUp.aborted) return;
      failed(error);
      if (Date.now() - began > longest) pause = first;
    }
    await sleep(pause / 2 + Math.random() * (pause / 2), null, { signal: givenUp, ref: false }).catch(() => null);
  }
}
