import { screens } from '#journeys/registration/base/screens.ts';
import { validateForm } from '#server/platform/forms/validate-form.ts';
import type { Outcome, UseCase } from './use-case.ts';

/** The one press that activates an account (B5). A replay is told kindly that the account is active. */
export const activate: UseCase = {
  form: 'activation',
  page: screens.activation,
  otherwise: screens.activationError,
  async run({ members, values, network, session }): Promise<Outcome> {
    const checked = validateForm('activation', values);
    if (!checked.ok) return { to: screens.activationError };
    const { token } = checked.value;
    const answer = await members.activate({ token, network });
    switch (answer.outcome) {
      case 'active': {
        const { voucher } = answer;
        return voucher === null
          ? { to: screens.active, session: { active: true }, reached: 'activated' }
          : { to: screens.voucher, session: { voucher }, reached: 'activated' };
      }
      case 'already-active':
        return session.voucher === undefined
          ? { to: screens.active, session: { ...session, active: true } }
          : { to: screens.voucher };
      case 'pending':
        return { to: screens.pending };
      case 'failed':
        return {
          to: screens.activationError,
          query: { reason: 'failed' },
          session: { ...session, failedToken: token },
        };
      case 'not-found':
        return { to: screens.activationError };
      case 'too-many-requests':
        return answer;
    }
  },
};
