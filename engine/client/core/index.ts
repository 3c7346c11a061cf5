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
  /** What holds where the server's startup defaults say nothing. */
  readonly settings?: Partial<RuntimeSettings>;
  /** Texts that override the settings of the same name (C4). */
  readonly startup: () => Promise<unknown>;
  /** Bearer token for this site's own server, or for another one; cookies say who asks where there is none. */
  readonly token?: (own: boolean) => string | null;
  /** Gets every error once, with the name of its operation. */
  readonly onError?: (error: unknown, operation: string) => void;
}

export interface Observer<Data> {
  next(data: Data): void;
  error?(error: unknown): void;
  complete?(): void;
}

/** Data of an answer: with `all` what failed is `null`, and everything is missing where all of it failed. */
export type QueryResult<Data, Policy extends ErrorPolicy> = Policy extends 'all'
  ? { readonly [Field in keyof Data]: Data[Field] | null } | null | undefined
  : Data;

/** The browser's only way to the backend. Each part is loaded when it is first used, after the startup defaults (C4). */
export interface ClientCore {
  readonly settings: () => Promise<RuntimeSettings>;
  /** See `FetchClient` (C1). */
  readonly fetch: FetchClient;
  /** Loads what queries and mutations need, before the first of them. */
  prepare(): Promise<void>;
  /**
   * Rejects for GraphQL errors as for any other, unless the call's policy allows them (C2). Answers may come from the cache unless they
   * must be fresh.
   */
  query<Data, Variables extends OperationVariables, Policy extends ErrorPolicy = 'none'>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    how?: { readonly fresh?: boolean; readonly errorPolicy?: Policy },
  ): Promise<QueryResult<Data, Policy>>;
  /**
   * Reports the state of a query's answer, now and whenever it changes (C5, C7); all its readers share one request.
   * @returns ends that
   */
  watch<Data, Variables extends OperationVariables>(
    document: TypedDocumentNode<Data, Variables>,
    variables: Variables,
    reader: (state: AsyncState<Data>) => void,
    how?: QueryOptions,
  ): () => void;
  /** Asks anew for what is watched, whose state it becomes; nothing where nobody watches. */
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
   * Where no WebSocket endpoint is configured nothing ever comes (C3).
   * @returns ends the subscription
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
    // Whatever cannot be read leaves them as they are.
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

/** Texts of known names override the settings. */
function override(settings: RuntimeSettings, found: unknown): RuntimeSettings {
  if (typeof found !== 'object' || found === null) return settings;
  const known = Object.entries(found).filter(
    ([name, value]) => Object.hasOwn(settings, name) && typeof value === 'string',
  );
  return { ...settings, ...Object.fromEntries(known) };
}

/** The one place where an answer is believed to fit its document: the server validates every document by the same schema. */
function typed<Data, Variables>(_document: TypedDocumentNode<Data, Variables>, data: unknown): Data {
  return data as Data;
}

/** The same for a call with a policy of its own. */
function answered<Data, Variables, Policy extends ErrorPolicy>(
  _document: TypedDocumentNode<Data, Variables>,
  data: unknown,
): QueryResult<Data, Policy> {
  return data as QueryResult<Data, Policy>;
}

/** Only this site's own server knows the documents by their ids. */
function isOwn(url: string): boolean {
  return new URL(url, location.href).host === location.host;
}

function socketUrl(url: string): string {
  const absolute = new URL(url, location.href);
  absolute.protocol = absolute.protocol.replace('http', 'ws');
  return absolute.href;
}
