import type { Session } from '#server/site/sessions/session.ts';
import type { RegisterAnswer } from '../outcomes.ts';

type Registered = Extract<RegisterAnswer, { readonly outcome: 'registered' }>;

/** What is kept of a registration, whichever form it came from. */
export const rememberRegistration = {
  registered: ({ registration: handle, email }: Registered): Session => ({ registration: { handle, email } }),
  'already-active': (): Session => ({ active: true }),
};
