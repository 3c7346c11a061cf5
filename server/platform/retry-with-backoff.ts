import { setTimeout as sleep } from 'node:timers/promises';

export interface BackoffOptions {
  /**
   * Milliseconds before the second attempt, doubled up to `maxMs`, and again after an attempt that held for longer than that; half of
   * each pause is random, so that nodes do not try in step.
   */
  readonly firstMs: number;
  readonly maxMs: number;
}

/**
 * Does something until it succeeds or is given up, one attempt after another.
 *
 * @param failed Called for each attempt that failed; what it throws ends the attempts.
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
