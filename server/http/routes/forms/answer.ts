import { tryLater } from '#engine/shared/refusals.ts';
import { classifyDatabaseError } from '#server/platform/database/database-error.ts';
import {
  type DatabaseHealth,
  healthCheckTimes,
  whileDatabaseAnswers,
} from '#server/platform/database/database-health.ts';
import { TimeoutError, withTimeout } from '#server/platform/with-timeout.ts';
import type { AnsweredForm } from '#server/forms/answer-form.ts';
import type { Effect } from '#server/forms/effect.ts';
import type { Submission } from '#server/forms/use-case.ts';

/** Milliseconds. */
export const formTimeouts = {
  /** From the arrival of the request to the first health check of the database: the time of two checks. */
  firstSign: 2 * healthCheckTimes.answer,
  /** For a use case, while the database is healthy. */
  useCase: 8_000,
} as const;

export type EffectResponse = Effect & { readonly error?: unknown };

/**
 * Handles a form. A database outage is reported within half a second; never rejects.
 *
 * @param waited milliseconds since the request arrived
 */
export async function answerTo(
  form: AnsweredForm,
  submission: Omit<Submission, 'form' | 'questions'>,
  databaseHealth: DatabaseHealth,
  waited: number,
): Promise<EffectResponse> {
  const { timeoutMs } = databaseHealth;
  const first = Math.min(timeoutMs, Math.max(0, 2 * timeoutMs - waited));
  try {
    const work = whileDatabaseAnswers(databaseHealth, () => form.answer(submission), { first });
    return await withTimeout(formTimeouts.useCase, 'The use case', work);
  } catch (error) {
    return { refusal: tryLater, status: 503, error };
  }
}

/** A database outage recovers by itself; all other errors are defects. */
export function isTemporaryFailure(error: unknown): boolean {
  return error instanceof TimeoutError || ['unavailable', 'busy', 'retry'].includes(classifyDatabaseError(error));
}

/** Outcome for logs and metrics. */
export function nameOutcome(answer: EffectResponse): string {
  if ('to' in answer || 'opened' in answer || 'phase' in answer) return 'done';
  if ('stepIndex' in answer) return 'continued';
  if ('refused' in answer) return 'refused';
  if ('denied' in answer) return 'denied';
  return 'retryAfterSeconds' in answer ? 'limited' : answer.status === 503 ? 'unavailable' : 'refused';
}
