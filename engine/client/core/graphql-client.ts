import { ApolloClient, ApolloLink, HttpLink, InMemoryCache, type OperationVariables } from '@apollo/client';
import { ErrorLink } from '@apollo/client/link/error';
import type { DocumentNode } from 'graphql';
import { persistedIds } from '#schemas/generated/graphql/persisted-ids.ts';
import { FORCED_FETCH_DELAY_MS, GRAPHQL_TIMEOUT_MS } from './constants.ts';
import { FetchTimeoutError } from './fetch-error.ts';
import { requestHeaders } from './request-headers.ts';

export interface GraphqlClientOptions {
  readonly url: string;
  /** Send ids instead of documents; only this project's own server knows them. */
  readonly persisted: boolean;
  /** Path of the page that asks. */
  readonly sourcePage: () => string;
  /** Header `Authorization`; `null` when cookies say who asks. */
  readonly authorization: () => string | null;
  /** Gets every error once, whoever handles it besides. */
  readonly onError: (error: unknown, operation: string) => void;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds; the source's 30 s by default. */
  readonly timeout?: number;
}

/** What becomes of GraphQL errors: `none` rejects, `all` resolves with what is there. The hook hears of them in any case. */
export type ErrorPolicy = 'none' | 'all';

interface CallOptions {
  /** Pass by the cache. */
  readonly fresh?: boolean;
  readonly errorPolicy?: ErrorPolicy;
  /** See `Asked`. */
  readonly unattended?: boolean;
}

export interface GraphqlClient {
  /** Both reject for GraphQL errors as for any other, unless the call's policy allows them. */
  query(document: DocumentNode, variables: OperationVariables, how?: CallOptions): Promise<unknown>;
  mutate(
    document: DocumentNode,
    variables: OperationVariables,
    how?: Pick<CallOptions, 'errorPolicy'>,
  ): Promise<unknown>;
}

/**
 * Queries are answered from the cache first (C2); GraphQL errors reject like any other. Mutations are never repeated by
 * themselves.
 */
export function createGraphqlClient(options: GraphqlClientOptions): GraphqlClient {
  const client = new ApolloClient({
    cache: new InMemoryCache(),
    link: ApolloLink.from([
      new ErrorLink(({ error, operation }) => options.onError(error, operation.operationName ?? '')),
      describe(options),
      new HttpLink({ uri: options.url, credentials: 'same-origin', fetch: inTime(options) }),
    ]),
    // The error policy is "none" unless a call says otherwise.
    defaultOptions: { watchQuery: { fetchPolicy: 'cache-first' }, query: { fetchPolicy: 'cache-first' } },
    ssrForceFetchDelay: FORCED_FETCH_DELAY_MS,
    // Nothing about the library belongs into a request.
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
        ...requestHeaders(sourcePage(), authorization()),
        ...(unattended === true && { 'X-Unattended': '1' }),
      },
      http: { includeQuery: id === undefined, includeExtensions: id !== undefined },
    });
    return forward(operation);
  });
}

/** A request that takes longer than it may fails with an error of its own kind. */
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
