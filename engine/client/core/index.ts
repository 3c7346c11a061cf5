import type { OperationVariables, TypedDocumentNode } from '@apollo/client';
import { AppError } from '#engine/block-kit/app-error.ts';
import type { AsyncState } from '#engine/block-kit/async-state.ts';
import type { FetchClient } from './fetch-client.ts';
import type { ErrorPolicy } from './graphql-client.ts';
import { memoizeOnce } from './memoize-once.ts';
import type { QueryOptions } from './query-cache.ts';
import type { RuntimeSettings } from './startup-defaults.ts';

export interface ClientCoreOptions {
  /** Begins and ends with `/`. */
  readonly basePath: string;
  /** Defaults of the server's startup defaults. */
  readonly settings?: Partial<RuntimeSettings>;
  /** Strings that override settings of the same name (C4). */
  readonly startup: () => Promise<unknown>;
  /** Bearer token for this site's server or another one; without it, cookies authenticate. */
  readonly token?: (own: boolean) => string | null;
  /** Called once for every error, with the operation's name. */
  readonly onError?: (error: unknown, operation: string) => void;
}

export interface Observer<Data> {
  next(data: Data): void;
  error?(error: unknown): void;
  complete?(): void;
}

/** Data of a response: with `all`, failed parts are `null`, and data is missing when everything failed. */
export type QueryResult<Data, Policy extends ErrorPolicy> = Policy extends 'all'
  ? { readonly [Field in keyof Data]: Data[Field] | null } | null | undefined
  : Data;

/** The browser's access to the backend. Each part is loaded on first use, after the startup defaults (C4). */
export interface ClientCore {
  readonly settings: () => Promise<RuntimeSettings>;
  /** See `FetchClient` (C1). */
  readonly fetch: FetchClient;
  /** Loads the code of queries and mutations ahead of use. */
  prepare(): Promise<void>;
  /** Rejects for GraphQL errors like for others, unless the error policy allows them (C2). May return a cached response, unless `fresh`. */
  query<Data, Variables extends OperationVariables, Policy extends ErrorPolicy = 'none'>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    how?: { readonly fresh?: boolean; readonly errorPolicy?: Policy },
  ): Promise<QueryResult<Data, Policy>>;
  /**
   * Reports the state of a query, initially and on changes (C5, C7); all readers share one request.
   * @returns unsubscribe function
   */
  watch<Data, Variables extends OperationVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    reader: (state: AsyncState<Data>) => void,
    how?: QueryOptions,
  ): () => void;
  /** Refetches a watched query and updates its state; a no-op without readers. */
  again<Data, Variables extends OperationVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    how?: QueryOptions,
  ): void;
  mutate<Data, Variables extends OperationVariables, Policy extends ErrorPolicy = 'none'>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    how?: { readonly errorPolicy?: Policy },
  ): Promise<QueryResult<Data, Policy>>;
  /**
   * Without a configured WebSocket endpoint nothing is received (C3).
   * @returns unsubscribe function
   */
  subscribe<Data, Variables extends OperationVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    sink: Observer<Data>,
  ): () => void;
}

const nothing: RuntimeSettings = {
  environment: '',
  gtmContainerId: '',
  acqBackendGraphqlURL: '',
  acqBackendGraphqlWsURL: '',
};

export function createClientCore(options: ClientCoreOptions): ClientCore {
  const { basePath } = options;
  const onError = options.onError ?? (() => {});
  const authorizationFor = (url: string) => (): string | null => {
    const token = options.token?.(isOwn(url)) ?? null;
    return token === null ? null : `Bearer ${token}`;
  };

  const settings = memoizeOnce(async () => {
    const own = { ...nothing, acqBackendGraphqlURL: `${basePath}graphql`, ...options.settings };
    // Unreadable defaults are ignored.
    const found = await options.startup().catch((error: unknown) => onError(error, 'defaults'));
    return override(own, found);
  });
  const fetchClient = memoizeOnce(async () => {
    const { createFetchClient } = await import('./fetch-client.ts');
    await settings();
    return createFetchClient();
  });
  const graphql = memoizeOnce(async () => {
    const { acqBackendGraphqlURL: url } = await settings();
    const { createGraphqlClient } = await import('./graphql-client.ts');
    return createGraphqlClient({
      url,
      persisted: isOwn(url),
      sourcePage: () => location.pathname,
      authorization: authorizationFor(url),
      onError,
    });
  });
  const queries = memoizeOnce(async () => {
    const { createQueryCache } = await import('./query-cache.ts');
    const client = await graphql();
    return createQueryCache((document, variables, how) => client.query(document, variables, { ...how, fresh: true }));
  });
  const subscriptions = memoizeOnce(async () => {
    const { acqBackendGraphqlWsURL: url } = await settings();
    if (url === '') return null;
    const { createSubscriptions } = await import('./subscriptions.ts');
    return createSubscriptions({ url: socketUrl(url), persisted: isOwn(url), authorization: authorizationFor(url) });
  });

  return {
    settings,
    fetch: async (url, request) => (await fetchClient())(url, request),
    prepare: async () => void (await graphql()),
    query: async (document, variables, how) => typed(document, await (await graphql()).query(document, variables, how)),
    watch(document, variables, reader, how) {
      let open = true;
      let stop = (): void => {};
      queries()
        .then(({ watch }) => {
          if (!open) return;
          stop = watch(
            document,
            variables,
            (state) =>
              reader(state.status === 'success' ? { status: 'success', data: typed(document, state.data) } : state),
            how,
          );
        })
        .catch((cause: unknown) => {
          onError(cause, 'query');
          if (open) reader({ status: 'error', error: new AppError('A query could not be sent.', { cause }) });
        });
      return () => {
        open = false;
        stop();
      };
    },
    again(document, variables, how) {
      queries()
        .then(({ again }) => again(document, variables, how))
        .catch((cause: unknown) => onError(cause, 'query'));
    },
    async mutate<Data, Variables extends OperationVariables, Policy extends ErrorPolicy = 'none'>(
      document: TypedDocumentNode<Data, Variables>,
      variables: Variables,
      how?: { readonly errorPolicy?: Policy },
    ) {
      return answered<Data, Variables, Policy>(document, await (await graphql()).mutate(document, variables, how));
    },
    subscribe(document, variables, sink) {
      let open = true;
      let stop = (): void => {};
      const fail = (error: unknown): void => {
        onError(error, 'subscription');
        if (open) sink.error?.(error);
      };
      subscriptions()
        .then((subscribe) => {
          if (!open || subscribe === null) return;
          stop = subscribe(document, variables, {
            next: (data) => sink.next(typed(document, data)),
            error: fail,
            complete: () => sink.complete?.(),
          });
        })
        .catch(fail);
      return () => {
        open = false;
        stop();
      };
    },
  };
}

/** Strings with known names override settings. */
function override(settings: RuntimeSettings, found: unknown): RuntimeSettings {
  if (typeof found !== 'object' || found === null) return settings;
  const known = Object.entries(found).filter(
    ([name, value]) => Object.hasOwn(settings, name) && typeof value === 'string',
  );
  return { ...settings, ...Object.fromEntries(known) };
}

/** The only unchecked cast of responses: the server validates documents against the same schema. */
function typed<Data, Variables>(_document: TypedDocumentNode<Data, Variables>, data: unknown): Data {
  return data as Data;
}

/** The same for a call with its own error policy. */
function answered<Data, Variables, Policy extends ErrorPolicy>(
  _document: TypedDocumentNode<Data, Variables>,
  data: unknown,
): QueryResult<Data, Policy> {
  return data as QueryResult<Data, Policy>;
}

/** Only this site's server has persisted queries. */
function isOwn(url: string): boolean {
  return new URL(url, location.href).host === location.host;
}

function socketUrl(url: string): string {
  const absolute = new URL(url, location.href);
  absolute.protocol = absolute.protocol.replace('http', 'ws');
  return absolute.href;
}
