import { readFileSync } from 'node:fs';
import type { GraphQLSchema } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { GraphqlContext } from './context.ts';
import { admin } from './resolvers/admin.ts';
import { codeErrorDetail, fieldError, queries } from './resolvers/queries.ts';
import { registration } from './resolvers/registration.ts';
import { requests } from './resolvers/requests.ts';
import { subscriptions } from './resolvers/subscriptions.ts';

/** The executable schema: `schema.graphql` with its resolvers. */
export function executableSchema(): GraphQLSchema {
  return createSchema<GraphqlContext>({
    typeDefs: readFileSync(new URL('schema.graphql', import.meta.url), 'utf8'),
    resolvers: {
      Query: queries,
      Mutation: { ...registration, ...requests, ...admin },
      Subscription: subscriptions,
      RegistrationCodeErrorDetail: codeErrorDetail,
      FieldError: fieldError,
    },
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
}
