import type { Log } from '#server/platform/ports.ts';

/** What answers that must not reveal by their time depend on. */
export interface AnswerFloor {
  /** `screen` reveals existing accounts on the page, `mail` only by mail (B13). */
  readonly accountDisclosure: 'screen' | 'mail';
  /** Milliseconds; in `mail` disclosure no answer leaves earlier than this. */
  readonly answerFloorMs: number;
}

/**
 * Where only the mail may say whether an account exists, the answer leaves after the floor, or after the next multiple of it
 * when the work took longer: a busy server reveals no more than a quick one (B13). The work goes on meanwhile, so that nothing adds up.
 */
export async function withAnswerFloor<Answer>(
  { settings, log, workEnded }: { readonly settings: AnswerFloor; readonly log: Log; readonly workEnded?: () => void },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const { accountDisclosure, answerFloorMs } = settings;
  if (accountDisclosure !== 'mail' || answerFloorMs <= 0) return work();
  const started = performance.now();
  const floor = sleep(answerFloorMs);
  try {
    const answer = await work();
    // What follows of it, such as mail that goes out, must not happen beside the answer: it took half a millisecond, of strangers alone.
    workEnded?.();
    return answer;
  } finally {
    const took = performance.now() - started;
    if (took <= answerFloorMs) await floor;
    else {
      log.warn('answer.above-floor', { floor: answerFloorMs, milliseconds: Math.round(took) });
      await sleep(answerFloorMs - (took % answerFloorMs));
    }
  }
}

const sleep = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));
