import { screens } from '#journeys/registration/base/screens.ts';
import type { UseCase } from './use-case.ts';

/** The activation mail once more, to the address on record. */
export const resendActivation: UseCase = {
  form: 'resend-activation',
  page: screens.finished,
  async run({ members, network, session }) {
    const { registration, failedToken } = session;
    const answer = await members.resendActivation({
      registration: registration?.handle ?? null,
      token: failedToken ?? null,
      network,
    });
    switch (answer.outcome) {
      case 'sent':
        return registration === undefined ? { to: screens.pending } : { to: screens.finished, hash: 'sent' };
      case 'already-active':
        return { to: screens.active, session: { ...session, active: true } };
      case 'not-found':
        return { refusal: 'refusals.stepMissing', status: 422 };
      case 'too-many-requests':
        return answer;
    }
  },
};
