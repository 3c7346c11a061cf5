import { tryLater } from '#engine/decide/refusal.ts';
import { databaseErrorKind } from '#server/data/database-error.ts';
import { TookTooLong, within } from '#server/within.ts';
import type { Outcome, Submission, UseCase } from './use-case.ts';

/** Milliseconds for the database to show that it is there, and for a use case as a whole. */
export const formLimits = { signOfLife: 200, useCase: 8_000 } as const;

export type Answer = Outcome & { readonly error?: unknown };

/**
 * Runs a use case. A database that is out is told within half a second; nothing is ever thrown at the visitor.
 *
 * @param signOfLife Milliseconds for the database to show that it is there, before anything is asked of it.
 */
export async function answerTo(
  useCase: UseCase,
  submission: Submission,
  signOfLife: number = formLimits.signOfLife,
): Promise<Answer> {
  try {
    await within(signOfLife, 'The database', submission.backend.ping());
    return await within(formLimits.useCase, 'The use case', useCase.run(submission));
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
  if ('to' in answer) return 'done';
  if ('refused' in answer) return 'refused';
  if ('denied' in answer) return 'denied';
  return 'retryAfterSeconds' in answer ? 'limited' : answer.status === 503 ? 'unavailable' : 'refused';
}
