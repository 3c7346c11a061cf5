import type { UseCase } from '#server/forms/use-case.ts';

/**
 * Sends the activation mail again, to the stored address. A form beside a message about an account (`told`) refers to that account, not to
 * the visitor's own registration.
 */
export const form: UseCase<'resendActivation'> = {
  prepare: ({ fields, network, session: { registration, failedToken = '', waiting = '' } }) => {
    const isOther = fields.has('told') && (failedToken !== '' || waiting !== '');
    const handle = isOther ? null : (registration?.handle ?? null);
    return { request: { registration: handle, token: failedToken, email: waiting, network } };
  },
  sessionChanges: { 'already-active': () => ({ active: true }) },
};
