import { type ExecutionArgs, GraphQLError, type GraphQLSchema, execute } from 'graphql';
import { type Plugin, createYoga } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Durations } from '#server/platform/observability/durations.ts';
import { runInSpan } from '#server/platform/observability/tracing.ts';
import type { GraphqlContext } from './context.ts';
import type { Documents } from './documents.ts';
import { toPublicError } from './errors.ts';
import { largestRequest } from './limits.ts';
import { labelOperation } from './operation-times.ts';

export interface YogaOptions {
  readonly schema: GraphQLSchema;
  readonly documents: Documents;
  /** Path of the API with base path. */
  readonly endpoint: string;
  readonly times: Durations;
  readonly log: Logger;
}

/** GraphQL over HTTP as specified, with this server's rules about documents and errors. */
export function createGraphqlYoga({ schema, documents, endpoint, times, log }: YogaOptions) {
  return createYoga<GraphqlContext>({
    schema,
    graphqlEndpoint: endpoint,
    plugins: [documentRules(documents, times)],
    // Documents are cached above; Yoga's cache would store whatever clients send.
    parserAndValidationCache: false,
    maskedErrors: { maskError },
    maxRequestBodySize: largestRequest,
    batching: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    multipart: false,
    logging: {
      debug: () => {},
      info: () => {},
      warn: (...args) => log.warn({ args }, 'graphql'),
      error: (...args) => log.error({ err: args[0] }, 'A GraphQL request failed.'),
    },
  });
}

function documentRules(documents: Documents, times: Durations): Plugin<GraphqlContext, GraphqlContext> {
  return {
    onParams({ params, setParams, context }) {
      const query = documents.find(params, context.visitor.isProgram);
      // Without a document, the request is invalid for every media type of the response.
      if (query === null) throw noDocument;
      setParams({ ...params, query });
    },
    onParse({ params, setParseFn }) {
      const { source } = params;
      setParseFn(() => documents.parse(typeof source === 'string' ? source : source.body));
    },
    onResultProcess({ result }) {
      if (!('errors' in result)) return;
      // The specification requires 200 for syntax errors with `Accept: application/json`; an exceeded limit is no syntax error.
      for (const { extensions } of result.errors ?? []) {
        if (extensions?.['code'] === 'LIMIT_EXCEEDED') extensions['http'] = { status: 400 };
      }
    },
    onValidate({ params, setValidationFn }) {
      setValidationFn(() => documents.validate(params.documentAST));
    },
    onExecute({ args, setExecuteFn }) {
      const operation = labelOperation(args);
      const started = performance.now();
      setExecuteFn((given: ExecutionArgs) =>
        runInSpan('internal', `graphql ${operation}`, {}, () => execute({ ...given, hideSuggestions: true })),
      );
      return {
        onExecuteDone({ result }) {
          const outcome = 'errors' in result && result.errors !== undefined ? 'error' : 'ok';
          times.of({ operation, outcome }).observe((performance.now() - started) / 1000);
        },
      };
    },
    onSubscribe({ setResultAndStopExecution }) {
      setResultAndStopExecution({ errors: [overWebSocketOnly] });
    },
  };
}

const overWebSocketOnly = toPublicError(
  'BAD_REQUEST',
  'Subscriptions are answered over a WebSocket with the subprotocol "graphql-transport-ws".',
  { status: 400 },
);

const noDocument = toPublicError('BAD_REQUEST', 'There is no document to execute.', { status: 400 });

/** Resolvers mask their own errors; other errors come from Yoga itself. */
function maskError(error: unknown): GraphQLError {
  if (
    error instanceof GraphQLError &&
    !(error.originalError instanceof Error && !(error.originalError instanceof GraphQLError))
  )
    return error;
  return toPublicError('INTERNAL_SERVER_ERROR', 'Unexpected error.', { unexpected: true });
}
