import type { DocumentPlan } from './plan.ts';
import type { Facts, PageDecision } from './types.ts';

/**
 * The token that opens a guarded page, when its visitor's session does not know it yet (G1): it leaves the address bar, and a
 * reload is then told by the session. Nobody looks at the answer to a prefetch or to HEAD, so that nothing is noted.
 */
export function openedToken({ guards }: DocumentPlan, facts: Facts): PageDecision['opened'] {
  const { token, session, method, prefetch } = facts;
  if (token?.state !== 'valid' || method !== 'GET' || prefetch) return undefined;
  const { purpose, email, validUntil } = token;
  const isAsked = guards.some(({ options }) => options.name === 'token-with-email' && options.purpose === purpose);
  const known = session?.state === 'open' ? session.opened?.[purpose] : undefined;
  const isKnown = known?.email === email && known.validUntil === validUntil;
  return isAsked && !isKnown ? { purpose, email, validUntil } : undefined;
}
