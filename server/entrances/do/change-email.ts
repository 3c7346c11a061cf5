import { screens } from '#journeys/registration/base/screens.ts';
import type { UseCase } from './use-case.ts';

/** Another address while the account is pending (R13). */
export const changeEmail: UseCase = {
  form: 'change-email',
  page: screens.finished,
  async run({ members, values, network, session }) {
    const { registration } = session;
    if (registration === undefined) return { to: screens.start };
    const answer = await members.changeEmail({ registration: registration.handle, form: values, network });
    switch (answer.outcome) {
      case 'changed':
        return { to: screens.finished, session: { registration: { ...registration, email: answer.email } } };
      case 'invalid':
        return { refused: answer.errors };
      case 'already-active':
        return { to: screens.active, session: { ...session, active: true } };
      case 'pending':
        return { to: screens.pending };
      case 'not-found':
        return { to: screens.start, session: {} };
      case 'too-many-requests':
        return answer;
    }
  },
};
