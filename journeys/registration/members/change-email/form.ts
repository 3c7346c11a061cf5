import type { UseCase } from '#server/forms/use-case.ts';
import { rememberWaiting } from '#journeys/registration/members/register/after-registration.ts';

/** Changes the address of a pending account (R13). */
export const form: UseCase<'changeEmail'> = {
  prepare: ({ values, network, session: { registration } }) =>
    registration === undefined
      ? { outcome: 'no-registration' }
      : { request: { registration: registration.handle, form: values, network } },
  sessionChanges: {
    changed: ({ email }, { request: { registration: handle } }) => ({ registration: { handle, email } }),
    'already-active': () => ({ active: true }),
    pending: rememberWaiting,
  },
};
