import type { RegisterAnswer } from './register.ts';
import type { Session } from '#server/site/sessions/session.ts';

type Registered = Extract<RegisterAnswer, { readonly outcome: 'registered' }>;

/** What is kept of a registration, whichever form it came from. */
export const rememberRegistration = {
  registered: ({ registration: handle, email }: Registered): Session => ({ registration: { handle, email } }),
  'already-active': (): Session => ({ active: true }),
  pending: rememberWaiting,
};

/** A visitor who read that an account waits may have its mail sent once more. */
export function rememberWaiting({ email }: { readonly email: string }): Session {
  return { waiting: email, failedToken: '' };
}
