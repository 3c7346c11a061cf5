import type { GuardDefinition } from './types.ts';

/** Needs a signed-in admin (G3): others sign in first, members without the role are refused. */
export const admin: GuardDefinition = {
  name: 'admin',
  needs: ['session'],
  reads: () => ['Cookie', 'Authorization'],
  check({ session }) {
    if (session?.state === 'none') return { outcome: 'sign-in', note: 'Nobody is signed in.' };
    if (session?.state !== 'open') return { outcome: 'denied', note: 'The session could not be checked in time.' };
    if (session.role !== 'admin')
      return { outcome: 'denied', note: `The signed-in "${session.role}" is not an admin.` };
    return { outcome: 'allowed', note: 'An admin is signed in.' };
  },
};
