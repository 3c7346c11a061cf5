import type { GuardDefinition } from '#engine/guards/types.ts';
import { readConditions } from '../conditions.ts';
import { findGuardPage } from './find-guard-page.ts';

/**
 * Needs a code that may be used; with `landing` one that leads to that landing by itself. So a landing whose voucher is not for
 * everybody is shown to its own guests alone, whoever else knows its address.
 */
export const code: GuardDefinition = {
  name: 'code',
  // A code in the address is looked up anyway; without one there is nothing to look up.
  needs: [],
  // A page with a code is never shared.
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
