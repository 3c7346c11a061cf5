import { stateMachine } from '#server/platform/state-machine.ts';

export type AccountState = 'none' | 'pending' | 'active';
export type AccountEvent = 'register' | 'change-email' | 'activate' | 'expire' | 'erase';

/** V5: account none → pending → active; an account that is never activated goes back to none. */
export const accountMachine = stateMachine<AccountState, AccountEvent>(
  'account',
  ['register', 'change-email', 'activate', 'expire', 'erase'],
  {
    none: { register: 'pending' },
    pending: { 'change-email': 'pending', activate: 'active', expire: 'none', erase: 'none' },
    active: { erase: 'none' },
  },
);
