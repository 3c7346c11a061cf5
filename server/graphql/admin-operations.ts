import type { AnyAdminMutation, AnyAdminQuery, OperationCaller, AdminOperations } from '#server/admin/operation.ts';
import { createId } from '#server/platform/tokens/random.ts';
import type { GraphqlContext } from './context.ts';
import { toPublicError } from './errors.ts';
import { guardResolver, requireRecentAuth } from './guard.ts';
import { withIdempotencyKey } from './idempotent.ts';
import { createLiveQuery } from './live-query.ts';

/** Maximum rows per request, and the highest reachable row. */
const listLimits = { rows: 200, last: 100_000 } as const;

/** The operations of staff users as GraphQL resolvers. */
export function createAdminResolvers({ Query, Mutation }: Required<AdminOperations>) {
  const moving = Object.entries(Query).flatMap(([name, query]) =>
    query.topic === undefined
      ? []
      : [[name, createLiveQuery(name, { ...query, moves: query.topic }, createQuery(name, query))]],
  );
  return {
    Query: mapEntries(Query, createQuery),
    Mutation: mapEntries(Mutation, createMutation),
    ...(moving.length > 0 && { Subscription: Object.fromEntries(moving) }),
  };
}

function createQuery(name: string, { permission, answer }: AnyAdminQuery) {
  return guardResolver(name, permission, async (args: ListArgs, context: GraphqlContext) => {
    checkPart(args);
    // Checked edge: GraphQL validated the arguments against the module's schema.
    return answer(args as never, toCaller(context));
  });
}

interface MutationArgs {
  readonly idempotencyKey?: string | null;
}

/** Runs once per idempotency key and caller. */
function createMutation(name: string, { permission, requiresReauth, idempotentOutcomes = [], run }: AnyAdminMutation) {
  return guardResolver(name, permission, async ({ idempotencyKey, ...args }: MutationArgs, context: GraphqlContext) => {
    if (requiresReauth) requireRecentAuth(context.visitor);
    const caller = { ...toCaller(context), key: idempotencyKey ?? createId(context.ports.random) };
    const answer = await withIdempotencyKey(
      context.ports,
      { operation: name, key: idempotencyKey, body: { ...args, actor: caller.actor } },
      () => run(args as never, caller),
      ({ code }) => idempotentOutcomes.includes(code),
    );
    return answer === 'key-reused' ? { code: 'KEY_REUSED' } : answer;
  });
}

interface ListArgs {
  readonly offset?: number;
  readonly limit?: number;
}

/** Lists are paginated, for custom documents as well. @throws GraphQLError */
function checkPart({ offset = 0, limit = 1 }: ListArgs): void {
  const { rows, last } = listLimits;
  if (limit >= 1 && limit <= rows && offset >= 0 && offset + limit <= last) return;
  throw toPublicError('LIMIT_EXCEEDED', `A list is read in parts of 1 to ${rows} rows, up to row ${last}.`);
}

function toCaller({ visitor, network }: GraphqlContext): OperationCaller {
  return { actor: visitor.subject ?? '', network };
}

function mapEntries<From, To>(table: Readonly<Record<string, From>>, to: (name: string, value: From) => To) {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, to(name, value)]));
}
