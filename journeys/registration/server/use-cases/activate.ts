import { screens } from '../../base/screens.ts';
import type { CheckedUseCase } from '#server/entrances/journey/use-case.ts';
import { conversions, retryLater, toldActive } from '../effects.ts';

/** The one press that activates an account (B5). A replay is told kindly that the account is active. */
export const activate: CheckedUseCase<'activate', 'activation'> = {
  path: 'activate',
  form: 'activation',
  page: screens.activation,
  otherwise: screens.activationError,
  invalid: { to: screens.activationError },
  prepare: ({ values: { token }, network }) => ({ request: { token, network } }),
  effects: {
    active: ({ voucher }) =>
      voucher === null
        ? { to: screens.active, session: { replace: { active: true } }, event: conversions.activated }
        : { to: screens.voucher, session: { replace: { voucher } }, event: conversions.activated },
    'already-active': (_answer, { session }) => (session.voucher === undefined ? toldActive : { to: screens.voucher }),
    pending: { to: screens.pending },
    failed: (_answer, { request: { token } }) => ({
      to: screens.activationError,
      query: { reason: 'failed' },
      session: { add: { failedToken: token } },
    }),
    'not-found': { to: screens.activationError },
    'too-many-requests': retryLater,
  },
};
