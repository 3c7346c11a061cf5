import type { FormAnswer } from '#engine/client/journey.ts';

/** What every operation that stands for a form answers. */
interface Answered {
  readonly next: { readonly goTo?: string | null; readonly asksPage: boolean };
  /** Whether it was asked too often. */
  readonly retryAfterSeconds?: number | null;
  readonly errors?: readonly { readonly field: string; readonly text: string }[];
}

/** What the form shows: the server says where to go and what to fix, by the document of the journey. */
export function toFormAnswer({ next, retryAfterSeconds, errors = [] }: Answered): FormAnswer {
  if (typeof next.goTo === 'string') return { goTo: next.goTo };
  if (next.asksPage) return 'ask-page';
  if (typeof retryAfterSeconds === 'number') return 'too-many-tries';
  return { errors: errors.map(({ field, text }) => ({ field, text })) };
}
