import type { Answer } from '#server/do/answer.ts';

/** Events that experiments are measured by. */
export const conversionEvents = {
  started: 'registration_started',
  finished: 'registration_finished',
  activated: 'account_activated',
} as const;

export type ConversionEvent = (typeof conversionEvents)[keyof typeof conversionEvents];

/** What a form that was answered means for experiments; `null` when nothing was gained by it. */
export function conversionOf(useCase: string, answer: Answer): ConversionEvent | null {
  if (!('to' in answer)) return null;
  const { session } = answer;
  if (useCase === 'register-step-1') return session?.draft === undefined ? null : conversionEvents.started;
  if (useCase === 'register' || useCase === 'register-step-2')
    return session?.registration === undefined ? null : conversionEvents.finished;
  // A replay of an activation brings no session along, a failed one its token.
  if (useCase === 'activate')
    return session === undefined || session.failedToken !== undefined ? null : conversionEvents.activated;
  return null;
}
