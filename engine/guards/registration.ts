import type { GuardDefinition } from './types.ts';

/** Needs a registration of this visitor that has reached a step (R13–R16); everybody else begins at the start page or is told that the account is active. */
export const registration: GuardDefinition = {
  name: 'registration',
  needs: ['session'],
  reads: ['Cookie'],
  check({ session }, _site, { step }) {
    const open = session?.state === 'open' ? session : null;
    const own = open?.registration?.step;
    // Activating in the same browser closes the registration and leaves the voucher, when there is one.
    const isActive = own === 'activated' || open?.voucher !== undefined || open?.active === true;
    // An address that is active already leaves the visitor's own registration, or draft, as it is.
    if (isActive && step === 'activated')
      return { outcome: 'allowed', note: 'The visitor knows of an account that is active.' };
    const reached = own ?? (isActive ? 'activated' : null);
    if (reached === null) return { outcome: 'start', note: 'The visitor has no open registration.' };
    if (reached === 'activated') return { outcome: 'active', note: 'The visitor’s account is active by now.' };
    if (step !== undefined && reached !== step) {
      return { outcome: 'start', note: `The visitor’s registration is "${reached}", not "${step}".` };
    }
    return { outcome: 'allowed', note: `The visitor’s registration is "${reached}".` };
  },
};
