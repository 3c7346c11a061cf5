import { GraphQLError } from 'graphql';
import type { Role } from '#server/staff/roles.ts';
import { pulseLimits, whileAlive } from '#server/platform/database/pulse.ts';
import { isOutage } from '#server/entrances/do/answer.ts';
import { within } from '#server/platform/within.ts';
import type { GraphqlContext } from './context.ts';
import { hiddenError, publicError } from './errors.ts';
import type { Visitor } from './visitor.ts';

/** Milliseconds for an operation as a whole, as long as the database shows signs of life. */
export const operationPatience = 8_000;

/** Throws unless the visitor's role is one of these. */
export function requireRole(allowed: readonly Role[], { role }: Visitor): void {
  if (allowed.includes(role)) return;
  throw role === 'visitor'
    ? publicError('UNAUTHENTICATED', 'Only signed-in people may do this.')
    : publicError('FORBIDDEN', `The role "${role}" may not do this.`);
}

/**
 * The only way to an operation: checks the role, wants signs of life from the database, limits the time, and hides what went wrong
 * behind the id under which the log tells it.
 */
export function guarded<Args, Answer>(
  operation: string,
  allowed: readonly Role[],
  work: (args: Args, context: GraphqlContext) => Promise<Answer>,
) {
  return async (_parent: unknown, args: Args, context: GraphqlContext): Promise<Answer> => {
    requireRole(allowed, context.visitor);
    try {
      const { pulse } = context.ports.database;
      const alive = whileAlive(pulse, pulseLimits.answer, () => work(args, context));
      return await within(operationPatience, operation, alive);
    } catch (error) {
      throw hidden(error, operation, context);
    }
  };
}

/** What callers may know of an error; the log knows the rest. */
export function hidden(error: unknown, operation: string, { log, correlationId }: GraphqlContext): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const outage = isOutage(error);
  log[outage ? 'warn' : 'error']({ err: error, id: correlationId, operation }, 'A GraphQL operation failed.');
  return hiddenError(correlationId, outage);
}
