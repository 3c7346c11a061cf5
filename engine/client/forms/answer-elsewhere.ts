import type { ShownForm } from '#engine/shared/shown-form.ts';
import { AppError } from '#engine/block-kit/app-error.ts';
import { reportProblem } from '../dom/problems.ts';
import type { Trouble } from '../stores/page.ts';
import type { FormOperationResult } from '../journey.ts';

/** Never falls back to a post, which would run on this site's server instead; a failed form can be sent again. */
export async function answerElsewhere(
  name: ShownForm,
  send: () => Promise<FormOperationResult>,
): Promise<FormOperationResult | { readonly trouble: Trouble }> {
  try {
    const answer = await send();
    const isShown = answer !== 'ask-page' && (typeof answer === 'string' || !('goTo' in answer) || isPath(answer.goTo));
    if (isShown) return answer;
    throw new AppError('The answer leads to another site.');
  } catch (error) {
    reportProblem(`operation of the form ${name}`, error);
    return { trouble: toTrouble(error) };
  }
}

/** By error name, since the client with the error classes is loaded on demand. */
function toTrouble(error: unknown): Trouble {
  if (!(error instanceof Error)) return 'technical';
  // `fetch` rejects with a TypeError on a failed connection and on CORS errors.
  if (/^(?:Timeout|Type)Error$/.test(error.name)) return 'network';
  return isTooOften(error) ? 'tooMany' : 'technical';
}

/** Status 429 (RFC 6585), or the GraphQL error code of this site's server for it. */
function isTooOften(error: Readonly<Error & { statusCode?: unknown; errors?: unknown }>): boolean {
  if (error.statusCode === 429) return true;
  const { errors } = error;
  return Array.isArray(errors) && errors.some((each) => each?.extensions?.code === 'TOO_MANY_REQUESTS');
}

const isPath = (href: string): boolean => /^\/(?![/\\])/.test(href);
