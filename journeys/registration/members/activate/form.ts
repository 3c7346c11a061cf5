import type { CheckedUseCase } from '#server/forms/use-case.ts';

/** The form that activates an account (B5) and signs its owner in (R25). For a used token it says that the account is active. */
export const form: CheckedUseCase<'activate', 'activation'> = {
  isChecked: true,
  prepare: ({ values: { token }, network }) => ({ request: { token, network } }),
  sessionChanges: {
    active: ({ voucher, customer }) => ({ ...(voucher === null ? { active: true } : { voucher }), customer }),
    'already-active': ({ voucher }) => (voucher === null ? { active: true } : { voucher }),
    failed: (_answer, { request: { token } }) => ({ failedToken: token, waiting: '' }),
    pending: (_answer, { request: { token } }) => ({ failedToken: token, waiting: '' }),
  },
  signInMemberId: {
    active: ({ member }) => member,
    'already-active': ({ member }) => member,
  },
};
