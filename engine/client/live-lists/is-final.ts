import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { AppError } from '#engine/block-kit/app-error.ts';

/** Code of the GraphQL error behind a failure; `null` for any other, such as a network that is gone. */
function errorCode({ cause }: AppError): string | null {
  const code = CombinedGraphQLErrors.is(cause) ? cause.errors[0]?.extensions?.['code'] : undefined;
  return typeof code === 'string' ? code : null;
}

/** What another try would be answered with again: by a server that knows no such session, no such question, or no more of it. */
const final: ReadonlySet<string | null> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_REQUEST',
  'PERSISTED_DOCUMENTS_ONLY',
  'LIMIT_EXCEEDED',
]);

/** Whether asking again would be in vain, so that a page has to say what there is. */
export function isFinal(error: AppError): boolean {
  return final.has(errorCode(error));
}
