import type { GuardDefinition } from '#engine/guards/types.ts';
import { screens } from '../../base/screens.ts';

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
  check(facts, _site, { landing }) {
    const known = facts.code;
    if (known?.state !== 'valid')
      return { outcome: 'elsewhere', route: screens.start, note: 'The visitor has brought no code that may be used.' };
    return landing === undefined || known.landing === landing
      ? { outcome: 'allowed', note: 'The visitor’s code may be used here.' }
      : { outcome: 'elsewhere', route: screens.start, note: `The visitor’s code does not lead to "${landing}".` };
  },
};
