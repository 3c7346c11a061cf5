import type { Answer } from '#server/entrances/do/answer.ts';

/** Events that experiments are measured by, by the step that was reached. */
export const conversionEvents = {
  started: 'registration_started',
  finished: 'registration_finished',
  activated: 'account_activated',
} as const;

export type ConversionEvent = (typeof conversionEvents)[keyof typeof conversionEvents];

/** What a form that was answered means for experiments; `null` when nothing was gained by it. */
export function conversionOf(answer: Answer): ConversionEvent | null {
  return 'to' in answer && answer.reached !== undefined ? conversionEvents[answer.reached] : null;
}
