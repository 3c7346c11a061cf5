import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type OperationVariables } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import type { DocumentNode } from 'graphql';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { FORCED_FETCH_DELAY_MS, GRAPHQL_TIMEOUT_MS } from './constants.ts';
import { FetchTimeoutError } from './fetch-error.ts';
import { buildRequestHeaders } from './request-headers.ts';

export interface GraphqlClientOptions {
  readonly url: string;
  /** Sends persisted query ids instead of documents; supported by this project's server only. */
  readonly persisted: boolean;
  /** Path of the current page. */
  readonly sourcePage: () => string;
  /** `Authorization` header; `null` with cookies. */
  readonly authorization: () => string | null;
  /** Called once for every error, whether or not the caller handles it. */
  readonly onError: (error: unknown, operation: string) => void;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds; default: 30 s, as in the source. */
  readonly timeout?: number;
}

/** Handling of GraphQL errors: `none` rejects, `all` resolves with partial data. `onError` is called in both cases. */
export type ErrorPolicy = 'none' | 'all';

interface CallOptions {
  /** Bypasses the cache. */
  readonly fresh?: boolean;
  readonly errorPolicy?: ErrorPolicy;
  /** See `QueryOptions`. */
  readonly unattended?: boolean;
}

export interface GraphqlClient {
  /** Rejects for GraphQL errors like for others, unless the error policy allows them. */
  query(document: DocumentNode, variables: OperationVariables, how?: CallOptions): Promise<unknown>;
  mutate(
    document: DocumentNode,
    variables: OperationVariables,
    how?: Pick<CallOptions, 'errorPolicy'>,
  ): Promise<unknown>;
}

/** Queries read the cache first (C2); GraphQL errors reject. Mutations are never retried automatically. */
export function createGraphqlClient(options: GraphqlClientOptions): GraphqlClient {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([
      new ErrorLink(({ error, operation }) => options.onError(error, operation.operationName ?? '')),
      describe(options),
      new HttpLink({ uri: options.url, credentials: 'same-origin', fetch: inTime(options) }),
    ]),
    // The default error policy is "none".
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-first' }, query: { fetchPolicy: 'cache-first' } },
    ssrForceFetchDelay: FORCED_FETCH_DELAY_MS,
    // Sends no information about the library.
    enhancedClientAwareness: { transport: false },
    devtools: { enabled: false },
  });
  return {
    query: async (query, variables, { fresh = false, errorPolicy = 'none', unattended = false } = {}) => {
      const fetchPolicy = fresh ? 'no-cache' : 'cache-first';
      return (await client.query({ query, variables, errorPolicy, fetchPolicy, context: { unattended } })).data;
    },
    mutate: async (mutation, variables, { errorPolicy = 'none' } = {}) =>
      (await client.mutate({ mutation, variables, errorPolicy })).data,
  };
}

function describe({ sourcePage, authorization, persisted }: GraphqlClientOptions): ApolloLink {
  return new ApolloLink((operation, forward) => {
    const id = persisted ? persistedIds[operation.operationName ?? ''] : undefined;
    if (id !== undefined) operation.extensions['persistedQuery'] = { version: 1, sha256Hash: id };
    const { unattended } = operation.getContext();
    operation.setContext({
      headers: {
        ...buildRequestHeaders(sourcePage(), authorization()),
        ...(unattended === true && { 'X-Unattended': '1' }),
      },
      http: { includeQuery: id === undefined, includeExtensions: id !== undefined },
    });
    return forward(operation);
  });
}

/** Fails with its own error on timeout. */
function inTime({
  fetch = globalThis.fetch,
  timeout = GRAPHQL_TIMEOUT_MS,
}: GraphqlClientOptions): typeof globalThis.fetch {
  return async (input, init) => {
    const deadline = AbortSignal.timeout(timeout);
    const signal = init?.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    try {
      return await fetch(input, { ...init, signal });
    } catch (error) {
      if (!deadline.aborted) throw error;
      const url = input instanceof Request ? input.url : String(input);
      throw new FetchTimeoutError({ method: init?.method ?? 'GET', url }, timeout);
    }
  };
}
