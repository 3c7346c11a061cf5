import { screens } from '../../base/screens.ts';
import { ownSession } from '../session.ts';
import type { GuardDefinition } from '#engine/guards/types.ts';

/** Needs a registration of this visitor that has reached a step (R13–R16); everybody else begins at the start page or is told that the account is active. */
export const registration: GuardDefinition = {
  name: 'registration',
  needs: ['session'],
  reads: () => ['Cookie'],
  check(facts, _site, { step }) {
    const open = ownSession(facts);
    // Activating in the same browser closes the registration and leaves the voucher, when there is one.
    const reached = open?.registration?.step ?? (open?.voucher === undefined ? null : 'activated');
    // An address that is active already leaves the visitor's own registration, or draft, as it is.
    const isActive = reached === 'activated' || open?.active === true;
    if (isActive && step === 'active')
      return { outcome: 'allowed', note: 'The visitor knows of an account that is active.' };
    if (isActive && (reached === null || (reached === 'activated' && step !== 'activated')))
      return { outcome: 'elsewhere', route: screens.active, note: 'The visitor’s account is active by now.' };
    if (reached === null)
      return { outcome: 'elsewhere', route: screens.start, note: 'The visitor has no open registration.' };
    if (step !== undefined && reached !== step) {
      return {
        outcome: 'elsewhere',
        route: screens.start,
        note: `The visitor’s registration is "${reached}", not "${step}".`,
      };
    }
    return { outcome: 'allowed', note: `The visitor’s registration is "${reached}".` };
  },
};
