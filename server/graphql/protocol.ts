import type { IncomingMessage } from 'node:http';
import { type ExecutionArgs, GraphQLError, type GraphQLSchema, getOperationAST, subscribe } from 'graphql';
import { type Context, type Server, type SubscribePayload, makeServer } from 'graphql-ws';
import type { GraphqlContext } from './context.ts';
import type { Documents } from './documents.ts';
import { toPublicError } from './errors.ts';

export interface Connection {
  readonly request: IncomingMessage;
  /** Set once the connection is acknowledged. */
  context: GraphqlContext | null;
}

export interface ProtocolOptions {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  /** Timeout for `connection_init` in milliseconds. */
  readonly initTimeout: number;
  /** Authenticates by the cookies of the upgrade or the bearer token of the init payload; `null` closes with 4403. */
  readonly connect: (request: IncomingMessage, authorization: string | undefined) => Promise<GraphqlContext | null>;
}

/** Maximum open subscriptions per connection. */
const MAX_SUBSCRIPTIONS = 10;

type Params = Record<string, unknown>;

/** `graphql-transport-ws` for subscriptions, with the rules about documents, roles and errors of HTTP. */
export function createProtocol({ schema, documents, initTimeout, connect }: ProtocolOptions): Server<Connection> {
  return makeServer<Params, Connection>({
    connectionInitWaitTimeout: initTimeout,
    async onConnect({ extra, connectionParams }) {
      extra.context = await connect(extra.request, readAuthorization(connectionParams));
      return extra.context !== null;
    },
    onSubscribe(connection, _id, payload) {
      try {
        return prepare(connection, payload);
      } catch (error) {
        if (error instanceof GraphQLError) return [error];
        throw error;
      }
    },
    subscribe: (args) => subscribe({ ...args, hideSuggestions: true }),
  });

  function prepare(
    { extra, subscriptions }: Context<Params, Connection>,
    { operationName, extensions, query, variables }: SubscribePayload,
  ): ExecutionArgs | readonly GraphQLError[] {
    if (Object.keys(subscriptions).length > MAX_SUBSCRIPTIONS) throw tooMany;
    const text = documents.find({ query, extensions }, extra.context?.visitor.isProgram);
    if (!text) throw noDocument;
    const document = documents.parse(text);
    const errors = documents.validate(document);
    if (errors.length > 0) return errors;
    if (getOperationAST(document, operationName)?.operation !== 'subscription') throw subscriptionsOnly;
    return { schema, document, operationName, variableValues: variables, contextValue: extra.context };
  }
}

function readAuthorization(params: Readonly<Params> | undefined): string | undefined {
  const value = params?.['Authorization'] ?? params?.['authorization'];
  return value === undefined ? undefined : String(value);
}

const tooMany = toPublicError('LIMIT_EXCEEDED', `A connection may have ${MAX_SUBSCRIPTIONS} subscriptions at a time.`);
const noDocument = toPublicError('BAD_REQUEST', 'There is no document to execute.');
const subscriptionsOnly = toPublicError('BAD_REQUEST', 'Only subscriptions are answered over a WebSocket.');
