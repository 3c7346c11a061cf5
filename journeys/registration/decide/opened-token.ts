import type { PlannedDocument } from '#engine/decide/journey.ts';
import type { Facts, JourneyNotes } from '#engine/decide/types.ts';
import { ownSession } from './session.ts';

/**
 * The token that opens a guarded page, when its visitor's session does not know it yet (G1): it leaves the address bar, and a
 * reload then reads it from the session. Nobody looks at the answer to a prefetch or to HEAD, so that nothing is noted.
 */
export function openedToken({ guards }: PlannedDocument, facts: Facts): JourneyNotes['registration'] | undefined {
  const { token, method, prefetch } = facts;
  if (token?.state !== 'valid' || method !== 'GET' || prefetch) return undefined;
  const { purpose, email, validUntil } = token;
  const isAsked = guards.some(({ options }) => options.name === 'token-with-email' && options.purpose === purpose);
  const known = ownSession(facts)?.opened?.[purpose];
  const isKnown = known?.email === email && known.validUntil === validUntil;
  return isAsked && !isKnown ? { purpose, email, validUntil } : undefined;
}
