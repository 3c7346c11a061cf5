import type { Log } from '#server/platform/ports.ts';

/** What answers that must not reveal by their time depend on. */
export interface MinimumResponseTime {
  /** `screen` reveals existing accounts on the page, `mail` only by mail (B13). */
  readonly accountEnumeration: 'allow' | 'prevent';
  /** Milliseconds; in `mail` disclosure no answer leaves earlier than this. */
  readonly minimumResponseTimeMs: number;
}

/**
 * Where only the mail may say whether an account exists, the answer leaves after the floor, or after the next multiple of it
 * when the work took longer: a busy server reveals no more than a quick one (B13). The work goes on meanwhile, so that nothing adds up.
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
    // What follows of it, such as mail that goes out, must not happen beside the answer: it took half a millisecond, of strangers alone.
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
