import type { Facts } from '#engine/decide/types.ts';

/** A first visit of the start page without cookies, languages or referrer, at noon on 1 June 2026 (UTC). */
export function makeFacts(facts: Partial<Facts> = {}): Facts {
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
    ...facts,
  };
}
