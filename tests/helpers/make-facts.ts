import { agreesTo, CONSENT_COOKIE, consentPurposes } from '#engine/shared/consent.ts';
import type { Facts } from '#engine/decide/types.ts';

/**
 * A first visit of the start page without cookies, languages or referrer, at noon on 1 June 2026 (UTC). A cookie of consent is taken for an answer
 * that holds.
 */
export function makeFacts(facts: Partial<Facts> = {}): Facts {
  const record = facts.cookies?.[CONSENT_COOKIE];
  return {
    method: 'GET',
    url: '/',
    cookies: {},
    acceptLanguage: '',
    referrer: '',
    userAgent: '',
    prefetch: false,
    navigation: false,
    now: Date.UTC(2026, 5, 1, 12),
    country: null,
    consent: record === undefined ? null : consentPurposes.filter((purpose) => agreesTo(record, purpose)),
    ...facts,
  };
}
