import { readFileSync } from 'node:fs';
import { type DocumentNode, type GraphQLSchema, parse } from 'graphql';
import { createSchema } from 'graphql-yoga';
import type { AdminOperations } from '#server/admin/operation.ts';
import type { DataViews } from '#server/http/routes/admin/read-view.ts';
import type { AnyField } from '#server/forms/operation.ts';
import type { ServerJourney } from '#server/forms/server-journey.ts';
import type { MembersPort } from '#server/forms/use-case.ts';
import type { GraphqlContext } from './context.ts';
import { createMutationResolver, createQueryResolver, createSubscriptionResolver } from './operations.ts';
import type { FormEntries } from '#server/forms/entries/index.ts';
import { admin } from './resolvers/admin.ts';
import { createFormResolvers } from './resolvers/forms.ts';
import { createDataViewResolvers } from './resolvers/data-view.ts';
import { createAdminResolvers } from './admin-operations.ts';
import { fieldError, nextScreen, queries } from './resolvers/queries.ts';

/** `schema.graphql` merged with those of modules and journeys by `npm run gen`. */
const schemaFile = new URL('../../schemas/generated/graphql/schema.graphql', import.meta.url);

let declared: DocumentNode | undefined;

/** The executable schema with its resolvers. */
export function createExecutableSchema(
  journeys: readonly ServerJourney[],
  members: MembersPort,
  operations: Required<AdminOperations>,
  views: DataViews | null,
  entries: Pick<FormEntries, 'submitForm'> | null = null,
): GraphQLSchema {
  const own = journeys.map((journey) => buildResolvers(journey, members));
  declared ??= parse(readFileSync(schemaFile, 'utf8'));
  return createSchema<GraphqlContext>({
    typeDefs: declared,
    // The schema was just created and is not shared; a copy would double the time.
    updateResolversInPlace: true,
    resolvers: [
      {
        Query: queries,
        Mutation: { ...admin, ...createFormResolvers(entries) },
        FieldError: fieldError,
        NextScreen: nextScreen,
      },
      createAdminResolvers(operations),
      ...(views === null ? [] : [createDataViewResolvers(views)]),
      ...own,
    ],
    resolverValidationOptions: { requireResolversToMatchSchema: 'error' },
  });
}

function buildResolvers(journey: ServerJourney, members: MembersPort) {
  const { Query = {}, Mutation = {}, Subscription = {}, fields = {} } = journey.operations ?? {};
  const all = {
    Query: mapValues(Query, (query, name) => createQueryResolver(name, query, journey, members)),
    Mutation: mapValues(Mutation, (mutation, name) => createMutationResolver(name, mutation, journey, members)),
    Subscription: mapValues(Subscription, (each, name) => createSubscriptionResolver(name, each, members)),
    ...mapValues(fields, (ofType) => mapValues(ofType, fieldResolver)),
  };
  // A site may lack types that a journey extends.
  return Object.fromEntries(Object.entries(all).filter(([, resolvers]) => Object.keys(resolvers).length > 0));
}

function fieldResolver(field: AnyField) {
  return (parent: unknown, args: unknown, { site }: GraphqlContext): unknown =>
    // Checked edge: GraphQL validated parent and arguments against the schema.
    field(parent as never, args as never, site);
}

function mapValues<From, To>(table: Readonly<Record<string, From>>, to: (value: From, name: string) => To) {
  return Object.fromEntries(Object.entries(table).map(([name, value]) => [name, to(value, name)]));
}
