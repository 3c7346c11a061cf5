import type { SessionFact } from './facts.ts';
import type { GuardDefinition, GuardResult } from './types.ts';

/** Needs a signed-in staff user (G3); others are sent to the sign-in. */
export const admin: GuardDefinition = {
  name: 'admin',
  needs: ['session'],
  reads: () => ['Cookie', 'Authorization'],
  check: ({ session }) => notStaff(session) ?? { outcome: 'allowed', note: 'A staff user is signed in.' },
};

/** Needs a staff user with the permission that the document names (G3, B12). */
export const staff: GuardDefinition = {
  ...admin,
  name: 'staff',
  check({ session }, _site, { permission }) {
    const refused = notStaff(session);
    if (refused !== null) return refused;
    const has = session?.state === 'open' && permission !== undefined && session.permissions?.includes(permission);
    return has === true
      ? { outcome: 'allowed', note: `A staff user with the permission "${permission}" is signed in.` }
      : {
          outcome: 'no-permission',
          note: `The staff user who is signed in does not have the permission "${permission ?? ''}".`,
        };
  },
};

function notStaff(session: SessionFact | undefined | { readonly state: 'unknown' }): GuardResult | null {
  if (session?.state === 'none') return { outcome: 'sign-in', note: 'The user is not signed in.' };
  if (session?.state !== 'open') return { outcome: 'unknown', note: 'The session could not be checked in time.' };
  if (session.role === 'admin' || session.role === 'staff') return null;
  // Visitors and members count as signed out on admin pages: a staff user can be one of them, too.
  return { outcome: 'sign-in', note: `No staff user is signed in, but a "${session.role}".` };
}
