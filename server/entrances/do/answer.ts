import { tryLater } from '#engine/base/refusals.ts';
import { databaseErrorKind } from '#server/platform/database/database-error.ts';
import { pulseLimits, whileAlive } from '#server/platform/database/pulse.ts';
import { TookTooLong, within } from '#server/platform/within.ts';
import type { Outcome, Submission, UseCase } from './use-case.ts';

/** Milliseconds. */
export const formLimits = {
  /** From the request's arrival to the first sign of life of the database: as long as two of them may take. */
  firstSign: 2 * pulseLimits.answer,
  /** For a use case as a whole, as long as the database shows signs of life. */
  useCase: 8_000,
} as const;

export type Answer = Outcome & { readonly error?: unknown };

/**
 * Runs a use case. A database that is out, or goes out meanwhile, is told within half a second; nothing is ever thrown at the
 * visitor.
 *
 * @param waited Milliseconds since the request arrived.
 * @param signOfLife Milliseconds for the database to show that it is there.
 */
export async function answerTo(
  useCase: UseCase,
  submission: Submission,
  waited: number,
  signOfLife: number = pulseLimits.answer,
): Promise<Answer> {
  const { pulse } = submission.ports.database;
  const first = Math.max(0, 2 * signOfLife - waited);
  try {
    const work = whileAlive(pulse, signOfLife, () => useCase.run(submission), first);
    return await within(formLimits.useCase, 'The use case', work);
  } catch (error) {
    return { refusal: tryLater, status: 503, error };
  }
}

/** A database that is out mends itself; everything else is a fault of the program. */
export function isOutage(error: unknown): boolean {
  return error instanceof TookTooLong || ['unavailable', 'busy', 'retry'].includes(databaseErrorKind(error));
}

/** One word for logs and metrics. */
export function outcomeName(answer: Answer): string {
  if ('to' in answer || 'opened' in answer) return 'done';
  if ('refused' in answer) return 'refused';
  if ('denied' in answer) return 'denied';
  return 'retryAfterSeconds' in answer ? 'limited' : answer.status === 503 ? 'unavailable' : 'refused';
}
