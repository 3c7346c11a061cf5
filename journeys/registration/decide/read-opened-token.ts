import type { PlannedDocument } from '#engine/decide/journey.ts';
import type { Facts, JourneyNotes } from '#engine/decide/types.ts';
import { readOwnSession } from './session.ts';

/**
 * The token of a guarded page, if the session lacks it (G1): it is removed from the address, and a reload reads it from the session.
 * Prefetches and HEAD record nothing.
 */
export function readOpenedToken({ guards }: PlannedDocument, facts: Facts): JourneyNotes['registration'] | undefined {
  const { token, method, prefetch } = facts;
  if (token?.state !== 'valid' || method !== 'GET' || prefetch) return undefined;
  const { purpose, email, validUntil } = token;
  const isAsked = guards.some(({ options }) => options.name === 'token-with-email' && options.purpose === purpose);
  const known = readOwnSession(facts)?.opened?.[purpose];
  const isKnown = known?.email === email && known.validUntil === validUntil;
  return isAsked && !isKnown ? { purpose, email, validUntil } : undefined;
}
