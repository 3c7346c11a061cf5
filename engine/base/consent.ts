/** Cookie that remembers what the visitor agreed to; its presence alone is a facet. */
export const CONSENT_COOKIE = 'vitrine_consent';

export interface Consent {
  /** Whether the visitor was asked and answered. */
  readonly answered: boolean;
  /** Experiments and statistics may keep an id beyond the session. */
  readonly statistics: boolean;
}

const UNANSWERED: Consent = { answered: false, statistics: false };
const REFUSED: Consent = { answered: true, statistics: false };
const AGREED: Consent = { answered: true, statistics: true };

/** Reads the cookie's value: the names of the categories agreed to, with dots between, such as `statistics.marketing`. */
export function readConsent(value: string | undefined): Consent {
  if (value === undefined) return UNANSWERED;
  return value.split('.').includes('statistics') ? AGREED : REFUSED;
}
