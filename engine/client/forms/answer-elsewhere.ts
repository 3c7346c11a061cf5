import type { ShownForm } from '#engine/shared/shown-form.ts';
import { AppError } from '#engine/block-kit/app-error.ts';
import { reportProblem } from '../dom/problems.ts';
import type { Trouble } from '../stores/page.ts';
import type { FormAnswer } from '../journey.ts';

/** A post would have an effect on this site that the other server knows nothing of: what fails may be sent again. */
export async function answerElsewhere(
  name: ShownForm,
  send: () => Promise<FormAnswer>,
): Promise<FormAnswer | { readonly trouble: Trouble }> {
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

/** Judged by the shape of an error: the client that throws it is loaded later than this. */
function toTrouble(error: unknown): Trouble {
  if (!(error instanceof Error)) return 'technical';
  // `fetch` rejects with a TypeError when nobody answers, or answers this origin.
  if (/^(?:Timeout|Type)Error$/.test(error.name)) return 'network';
  return isTooOften(error) ? 'tooMany' : 'technical';
}

/** An answer 429 (RFC 6585), or a GraphQL error with the code that this site's own server has for it. */
function isTooOften(error: Readonly<Error & { statusCode?: unknown; errors?: unknown }>): boolean {
  if (error.statusCode === 429) return true;
  const { errors } = error;
  return Array.isArray(errors) && errors.some((each) => each?.extensions?.code === 'TOO_MANY_REQUESTS');
}

const isPath = (href: string): boolean => /^\/(?![/\\])/.test(href);
