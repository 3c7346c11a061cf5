import type { GuardDefinition } from './types.ts';

/**
 * Always passes (G4): it marks a document whose language changes navigate in the app and which has no consent and
 * tracking.
 */
export const locale: GuardDefinition = {
  name: 'locale',
  needs: [],
  reads: () => [],
  check: () => ({ outcome: 'allowed', note: 'The locale guard never rejects a request.' }),
};
