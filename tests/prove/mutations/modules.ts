/** What must not go wrong unnoticed, and the tests that have to notice it. */
export interface MutatedModule {
  readonly files: readonly string[];
  /** Nothing but Node and the embedded database, so that hundreds of runs are bearable. */
  readonly tests: readonly string[];
}

/** A run looks at as many of them as it is asked to, in this order. */
export const modules = {
  balance: {
    files: ['journeys/registration/members/account/balance.ts'],
    tests: ['journeys/registration/members/account/balance.test.ts'],
  },
  tokens: {
    files: [
      'server/platform/tokens/*.ts',
      'journeys/registration/members/account/registration-handle.ts',
      'journeys/registration/members/codes/link-timestamp.ts',
    ],
    tests: [
      'server/platform/tokens/*.test.ts',
      'journeys/registration/members/account/registration-handle.test.ts',
      'journeys/registration/members/codes/link-timestamp.test.ts',
    ],
  },
  consent: {
    files: ['server/site/consent/consent-record.ts', 'engine/shared/consent.ts'],
    tests: ['server/site/consent/consent-record.test.ts', 'engine/shared/consent.test.ts'],
  },
  urls: {
    files: ['engine/routing/*.ts', 'engine/shared/{navigation,reserved}.ts'],
    tests: ['engine/routing/*.test.ts'],
  },
} as const satisfies Readonly<Record<string, MutatedModule>>;

/** Names the module to the configuration of its test runner. */
export const MODULE = 'MUTATED_MODULE';
