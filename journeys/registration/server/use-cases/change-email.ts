import { screens } from '../../base/screens.ts';
import type { UseCase } from '#server/entrances/journey/use-case.ts';
import { fieldErrors, retryLater, startAgain, toldActive } from '../effects.ts';

/** Another address while the account is pending (R13). */
export const changeEmail: UseCase<'changeEmail'> = {
  path: 'change-email',
  form: 'change-email',
  page: screens.finished,
  prepare: ({ values, network, session: { registration } }) =>
    registration === undefined
      ? { effect: { to: screens.start } }
      : { request: { registration: registration.handle, form: values, network } },
  effects: {
    changed: ({ email }, { request: { registration: handle } }) => ({
      to: screens.finished,
      session: { replace: { registration: { handle, email } } },
    }),
    invalid: fieldErrors,
    'already-active': toldActive,
    pending: { to: screens.pending },
    'not-found': startAgain,
    'too-many-requests': retryLater,
  },
};
