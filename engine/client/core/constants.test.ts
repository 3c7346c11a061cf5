import { expect, test } from 'vitest';
import * as constants from './constants.ts';

test('the constants are those of the source', () => {
  expect({ ...constants }).toEqual({
    GRAPHQL_TIMEOUT: 30_000,
    FORCED_FETCH_DELAY: 100,
    ASYNC_COMPONENT_DELAY: 200,
    IDLE_WORK_FALLBACK: 1,
    QUERY_KEY_LENGTH: 10,
    DELAYED_CACHE_CLEAN: 100,
    SOCKET_RETRIES: 5,
    SOCKET_BACKOFF: 1_000,
    SOCKET_JITTER: { least: 300, most: 3_000 },
    SUBSCRIPTION_ATTEMPTS: 5,
    SUBSCRIPTION_BACKOFF: 500,
  });
});
