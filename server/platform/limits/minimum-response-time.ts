import type { Log } from '#server/platform/ports.ts';

/** Settings of responses whose timing must not reveal anything. */
export interface MinimumResponseTime {
  /** `allow`: the page may reveal existing accounts; `prevent`: only mails may (B13). */
  readonly accountEnumeration: 'allow' | 'prevent';
  /** Minimum response time in milliseconds with `prevent`. */
  readonly minimumResponseTimeMs: number;
}

/**
 * With `prevent`, the response is sent after the minimum time, or after the next multiple of it when the work took longer, so that load does not reveal
 * more (B13). The work runs meanwhile, so the times do not add up.
 */
export async function withMinimumResponseTime<Answer>(
  {
    settings,
    log,
    workEnded,
  }: { readonly settings: MinimumResponseTime; readonly log: Log; readonly workEnded?: () => void },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { accountEnumeration, minimumResponseTimeMs } = settings;
  if (accountEnumeration !== 'prevent' || minimumResponseTimeMs <= 0) return work();
  const started = performance.now();
  const floor = sleep(minimumResponseTimeMs);
  try {
    const answer = await work();
    // Follow-up work such as sending mail waits until the response is sent: it added half a millisecond for unknown addresses only.
    workEnded?.();
    return answer;
  } finally {
    const took = performance.now() - started;
    if (took <= minimumResponseTimeMs) await floor;
    else {
      log.warn('answer.above-floor', { floor: minimumResponseTimeMs, milliseconds: Math.round(took) });
      await sleep(minimumResponseTimeMs - (took % minimumResponseTimeMs));
    }
  }
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
