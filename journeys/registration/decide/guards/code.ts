import type { GuardDefinition } from '#engine/guards/types.ts';
import { readConditions } from '../conditions.ts';
import { findGuardPage } from './find-guard-page.ts';

/** Requires a valid code; with `landing`, a code of that landing. Protects landings whose voucher is for their own guests only. */
export const code: GuardDefinition = {
  name: 'code',
  // A code in the address is loaded anyway.
  needs: [],
  // Pages with a code are never shared.
  reads: () => [],
  check(facts, site, { landing }) {
    const known = facts.code;
    if (known?.state === 'valid' && (landing === undefined || known.landing === landing))
      return { outcome: 'allowed', note: 'The visitor’s code may be used here.' };
    return {
      outcome: 'elsewhere',
      document: findGuardPage('code', site, readConditions(facts)),
      note:
        known?.state === 'valid'
          ? `The visitor’s code does not lead to "${landing}".`
          : 'The visitor has brought no code that may be used.',
    };
  },
};
