import { screens } from '../../base/screens.ts';
import type { UseCase } from '#server/entrances/journey/use-case.ts';
import { retryLater, stepMissing, toldActive } from '../effects.ts';

/** The activation mail once more, to the address on record. */
export const resendActivation: UseCase<'resendActivation'> = {
  path: 'resend-activation',
  form: 'resend-activation',
  page: screens.finished,
  prepare: ({ network, session: { registration, failedToken } }) => ({
    request: { registration: registration?.handle ?? null, token: failedToken ?? null, network },
  }),
  effects: {
    sent: (_answer, { session }) =>
      session.registration === undefined ? { to: screens.pending } : { to: screens.finished, hash: 'sent' },
    'already-active': toldActive,
    'not-found': stepMissing,
    'too-many-requests': retryLater,
  },
};
