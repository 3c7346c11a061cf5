import type { StoredReferral } from '#journeys/registration/server/outcomes.ts';

/** Referral values of the browser's local storage that a live form submits (G2), by their names there; `null` for none. */
export function parseStoredReferral(fields: URLSearchParams): StoredReferral | null {
  const code = fields.get('rc') ?? '';
  const referrer = fields.get('fref') ?? '';
  return code === '' || referrer === '' ? null : { code, referrer };
}
