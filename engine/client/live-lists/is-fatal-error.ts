import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { AppError } from '#engine/block-kit/app-error.ts';

/** GraphQL error code of a failure; `null` for others, such as a lost connection. */
function errorCode({ cause }: AppError): string | null {
  const code = CombinedGraphQLErrors.is(cause) ? cause.errors[0]?.extensions?.['code'] : undefined;
  return typeof code === 'string' ? code : null;
}

/** Codes for which a retry would fail again: unknown session, query or permission. */
const final: ReadonlySet<string | null> = new Set([
  'UNAUTHENTICATED',
  'FORBIDDEN',
  'BAD_REQUEST',
  'PERSISTED_DOCUMENTS_ONLY',
  'LIMIT_EXCEEDED',
]);

/** Whether retrying is pointless, so that the page has to report it. */
export function isFatalError(error: AppError): boolean {
  return final.has(errorCode(error));
}
