import { GraphQLError } from 'graphql';
import { whileDatabaseAnswers } from '#server/platform/database/database-health.ts';
import { isTemporaryFailure } from '#server/http/routes/forms/answer.ts';
import { withClientNetwork } from '#server/platform/requests/client-network.ts';
import { withTimeout } from '#server/platform/with-timeout.ts';
import type { GraphqlContext } from './context.ts';
import { toMaskedError, toPublicError } from './errors.ts';
import { mayCall, type OperationCallers } from './may-call.ts';
import type { GraphqlVisitor } from './visitor.ts';

/** Timeout of an operation in milliseconds, while the database is healthy. */
export const operationTimeoutMs = 8_000;

/** @throws unless the visitor may call */
export function requireCaller(callers: OperationCallers, visitor: GraphqlVisitor): void {
  if (mayCall(callers, visitor)) return;
  throw visitor.role === 'visitor'
    ? toPublicError('UNAUTHENTICATED', 'Only signed-in people may do this.')
    : toPublicError(
        'FORBIDDEN',
        `The role "${visitor.role}" may not do this${isScope(callers) ? ` without "${callers}"` : ''}.`,
      );
}

/** For operations that cannot be undone; API clients are allowed by their token. */
export function requireRecentAuth({
  role,
  isRecentlyAuthenticated,
}: Pick<GraphqlVisitor, 'role' | 'isRecentlyAuthenticated'>): void {
  if (role !== 'staff' && role !== 'admin') return;
  if (isRecentlyAuthenticated !== true)
    throw toPublicError(
      'FRESH_SIGN_IN_NEEDED',
      'This cannot be taken back: sign in once more, and send it again within ten minutes.',
    );
}

const isScope = (callers: OperationCallers): boolean => !['everybody', 'holders', 'staff'].includes(callers);

/** Wraps every operation: checks the caller and database health, applies the timeout, and masks errors behind the correlation id of the log entry. */
export function guardResolver<Args, Answer>(
  operation: string,
  callers: OperationCallers,
  work: (args: Args, context: GraphqlContext) => Promise<Answer>,
) {
  return async (_parent: unknown, args: Args, context: GraphqlContext): Promise<Answer> => {
    requireCaller(callers, context.visitor);
    try {
      const { databaseHealth } = context.ports.database;
      const alive = withClientNetwork(
        context.network,
        () => whileDatabaseAnswers(databaseHealth, () => work(args, context)),
        () => context.incoming.socket.destroyed,
      );
      return await withTimeout(operationTimeoutMs, operation, alive);
    } catch (error) {
      throw maskError(error, operation, context);
    }
  };
}

/** The part of an error that callers may see; the rest is logged. */
export function maskError(error: unknown, operation: string, { log, correlationId }: GraphqlContext): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const outage = isTemporaryFailure(error);
  log[outage ? 'warn' : 'error']({ err: error, id: correlationId, operation }, 'A GraphQL operation failed.');
  return toMaskedError(correlationId, outage);
}
