/** The source's constants of the client core (C1–C3, C7). Times are milliseconds. */

/** A GraphQL request, but no subscription. */
export const GRAPHQL_TIMEOUT_MS = 30_000;

/** After a page came from the server, queries may be answered from what it brought for this long. */
export const FORCED_FETCH_DELAY_MS = 100;

/** How long a component that is still loading shows nothing before it shows that it loads. */
export const ASYNC_COMPONENT_DELAY_MS = 200;

/** Where a browser cannot say when it is idle. */
export const IDLE_WORK_FALLBACK_MS = 1;

/** Characters of the SHA-256 (hex) that name an entry of the query cache. */
export const QUERY_KEY_LENGTH = 10;

/** Between the last use of a cached query and its removal. */
export const CACHE_CLEAN_DELAY_MS = 100;

/** Tries of a subscription's connection after it was lost. */
export const MAX_SOCKET_RETRIES = 5;
/** First wait of a connection, doubled with every try. */
export const SOCKET_BACKOFF_MS = 1_000;
/** Added to every wait, at random in between. */
export const SOCKET_JITTER = { least: 300, most: 3_000 } as const;

/** Tries of a subscription whose connection was given up. */
export const MAX_SUBSCRIPTION_ATTEMPTS = 5;
/** First wait of a subscription, doubled with every try. */
export const SUBSCRIPTION_BACKOFF_MS = 500;
