import type { GuardDefinition } from './types.ts';

/**
 * Turns nobody away (G4): a document names it to say that language changes navigate in the app and that consent and
 * tracking are not set up.
 */
export const locale: GuardDefinition = {
  name: 'locale',
  needs: [],
  reads: () => [],
  check: () => ({ outcome: 'allowed', note: 'The locale guard turns nobody away.' }),
};
