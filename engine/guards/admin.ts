import type { SessionFact } from './facts.ts';
import type { GuardDefinition, GuardResult } from './types.ts';

/** Needs anybody of the staff, signed in (G3): everybody else signs in first. */
export const admin: GuardDefinition = {
  name: 'admin',
  needs: ['session'],
  reads: () => ['Cookie', 'Authorization'],
  check: ({ session }) => notStaff(session) ?? { outcome: 'allowed', note: 'Somebody of the staff is signed in.' },
};

/** Needs somebody of the staff who may do what the document names (G3, B12). */
export const staff: GuardDefinition = {
  ...admin,
  name: 'staff',
  check({ session }, _site, { permission }) {
    const refused = notStaff(session);
    if (refused !== null) return refused;
    const has = session?.state === 'open' && permission !== undefined && session.permissions?.includes(permission);
    return has === true
      ? { outcome: 'allowed', note: `Somebody is signed in who has the permission "${permission}".` }
      : {
          outcome: 'no-permission',
          note: `Anyone who is signed in does not have the permission "${permission ?? ''}".`,
        };
  },
};

function notStaff(session: SessionFact | undefined | { readonly state: 'unknown' }): GuardResult | null {
  if (session?.state === 'none') return { outcome: 'sign-in', note: 'Nobody is signed in.' };
  if (session?.state !== 'open') return { outcome: 'denied', note: 'The session could not be checked in time.' };
  if (session.role === 'admin' || session.role === 'staff') return null;
  // Visitors and members are nobody to the staff's pages, and may be one of them.
  return { outcome: 'sign-in', note: `Nobody of the staff is signed in, but a "${session.role}".` };
}
