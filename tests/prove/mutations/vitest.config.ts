import { defineConfig } from 'vitest/config';

/** Tests that judge the modules of `mutations.ts`: nothing but Node and the embedded database, so that thousands of runs are bearable. */
export default defineConfig({
  ssr: { resolve: { conditions: ['module-sync', 'node'] } },
  test: {
    include: [
      'engine/routing/*.test.ts',
      'engine/base/consent.test.ts',
      'server/members/account/balance.test.ts',
      'server/platform/tokens/*.test.ts',
      'server/site/consent/consent-record.test.ts',
    ],
    fileParallelism: false,
  },
});
