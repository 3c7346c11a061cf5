/** Constants of the source for the client core (C1–C3, C7). Times in milliseconds. */

/** A GraphQL request, except subscriptions. */
export const GRAPHQL_TIMEOUT_MS = 30_000;

/** Time after a server-rendered page in which queries may be answered from its data. */
export const FORCED_FETCH_DELAY_MS = 100;

/** Delay before a loading component shows a loading state. */
export const ASYNC_COMPONENT_DELAY_MS = 200;

/** Fallback for browsers without `requestIdleCallback`. */
export const IDLE_WORK_FALLBACK_MS = 1;

/** Length of the SHA-256 prefix (hex) that names a cache entry. */
export const QUERY_KEY_LENGTH = 10;

/** Time from the last use of a cached query until its removal. */
export const CACHE_CLEAN_DELAY_MS = 100;

/** Reconnection attempts of a subscription's connection. */
export const MAX_SOCKET_RETRIES = 5;
/** First reconnection delay, doubled with each attempt. */
export const SOCKET_BACKOFF_MS = 1_000;
/** Random addition to each delay. */
export const SOCKET_JITTER = { least: 300, most: 3_000 } as const;

/** Attempts of a subscription after its connection failed. */
export const MAX_SUBSCRIPTION_ATTEMPTS = 5;
/** First delay of a subscription, doubled with each attempt. */
export const SUBSCRIPTION_BACKOFF_MS = 500;
