import type { StoredReferral } from '#journeys/registration/server/outcomes.ts';

/** What a live form sends of the browser's local storage (G2), under the names that it has there; `null` when there is none. */
export function storedReferralIn(fields: URLSearchParams): StoredReferral | null {
  const code = fields.get('rc') ?? '';
  const referrer = fields.get('fref') ?? '';
  return code === '' || referrer === '' ? null : { code, referrer };
}
