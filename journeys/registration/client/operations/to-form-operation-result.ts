import type { FormOperationResult } from '#engine/client/journey.ts';

/** Common fields of form operations. */
interface Answered {
  readonly next: { readonly goTo?: string | null; readonly asksPage: boolean };
  /** Set above the rate limit. */
  readonly retryAfterSeconds?: number | null;
  readonly errors?: readonly { readonly field: string; readonly text: string }[];
}

/** What the form shows, as determined by the server from the journey's document. */
export function toFormOperationResult({ next, retryAfterSeconds, errors = [] }: Answered): FormOperationResult {
  if (typeof next.goTo === 'string') return { goTo: next.goTo };
  if (next.asksPage) return 'ask-page';
  if (typeof retryAfterSeconds === 'number') return 'too-many-tries';
  return { errors: errors.map(({ field, text }) => ({ field, text })) };
}
