import { CombinedGraphQLErrors } from '@apollo/client/errors';
import type { AppError } from '#engine/block-kit/app-error.ts';

/** Code of the GraphQL error behind a failure; `null` for any other, such as a network that is gone. */
export function errorCode({ cause }: AppError): string | null {
  const code = CombinedGraphQLErrors.is(cause) ? cause.errors[0]?.extensions?.['code'] : undefined;
  return typeof code === 'string' ? code : null;
}
