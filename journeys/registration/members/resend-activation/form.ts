import type { UseCase } from '#server/forms/use-case.ts';

/**
 * The activation mail once more, to the address on record. A form beside news about an account says so (`told`): it means that account,
 * not the one which the visitor may have registered besides.
 */
export const form: UseCase<'resendActivation'> = {
  prepare: ({ fields, network, session: { registration, failedToken = '', waiting = '' } }) => {
    const isOther = fields.has('told') && (failedToken !== '' || waiting !== '');
    const handle = isOther ? null : (registration?.handle ?? null);
    return { request: { registration: handle, token: failedToken, email: waiting, network } };
  },
  remember: { 'already-active': () => ({ active: true }) },
};
