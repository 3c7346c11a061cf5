import { expect, test } from 'vitest';
import * as constants from './constants.ts';

test('the constants are those of the source', () => {
  expect({ ...constants }).toEqual({
    GRAPHQL_TIMEOUT_MS: 30_000,
    FORCED_FETCH_DELAY_MS: 100,
    ASYNC_COMPONENT_DELAY_MS: 200,
    IDLE_WORK_FALLBACK_MS: 1,
    QUERY_KEY_LENGTH: 10,
    CACHE_CLEAN_DELAY_MS: 100,
    MAX_SOCKET_RETRIES: 5,
    SOCKET_BACKOFF_MS: 1_000,
    SOCKET_JITTER: { least: 300, most: 3_000 },
    MAX_SUBSCRIPTION_ATTEMPTS: 5,
    SUBSCRIPTION_BACKOFF_MS: 500,
  });
});
