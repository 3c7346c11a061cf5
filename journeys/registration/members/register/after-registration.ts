import type { RegisterResult } from './register.ts';
import type { Session } from '#server/site/sessions/session.ts';

type Registered = Extract<RegisterResult, { readonly outcome: 'registered' }>;

/** Session values of a registration, for all forms. */
export const rememberRegistration = {
  registered: ({ registration: handle, email }: Registered): Session => ({ registration: { handle, email } }),
  'already-active': (): Session => ({ active: true }),
  pending: rememberWaiting,
};

/** Allows a visitor to resend the mail of a pending account. */
export function rememberWaiting({ email }: { readonly email: string }): Session {
  return { waiting: email, failedToken: '' };
}
