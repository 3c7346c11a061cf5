import { GraphQLError } from 'graphql';

/** `extensions.code` of errors. */
export type ErrorCode =
  | 'UNAUTHENTICATED'
  | 'FORBIDDEN'
  | 'FRESH_SIGN_IN_NEEDED'
  | 'TOO_MANY_REQUESTS'
  | 'BAD_REQUEST'
  | 'LIMIT_EXCEEDED'
  | 'PERSISTED_DOCUMENTS_ONLY'
  | 'SERVICE_UNAVAILABLE'
  | 'INTERNAL_SERVER_ERROR';

/**
 * An error whose message callers may read.
 * @param status HTTP status; default: as GraphQL over HTTP specifies
 */
export function toPublicError(
  code: ErrorCode,
  message: string,
  { status, ...more }: { readonly status?: number; readonly [name: string]: unknown } = {},
): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code, ...more, ...(status !== undefined && { http: { status } }) },
  });
}

/** Reveals only the correlation id of the log entry. */
export function toMaskedError(correlationId: string, outage: boolean): GraphQLError {
  return outage
    ? toPublicError('SERVICE_UNAVAILABLE', 'The service is not available. Please try again later.', { correlationId })
    : toPublicError('INTERNAL_SERVER_ERROR', 'Unexpected error.', { correlationId });
}

export const tooManyOpen = toPublicError('LIMIT_EXCEEDED', 'Too many subscriptions are open. Please retry later.');
