import type { Consent } from '#engine/shared/consent.ts';
import { deriveSecrets } from '#server/platform/tokens/secrets.ts';
import { buildConsentCookie } from '#server/site/consent/consent-record.ts';
import { SECRET } from './secret.ts';

/** Cookies with an answer about consent as a server of tests writes it; one that agrees to statistics unless others are named. */
export function consentCookies(
  granted: Consent = ['statistics'],
  at = Date.now(),
  secret = SECRET,
): { readonly vitrine_consent: string } {
  return { vitrine_consent: buildConsentCookie(deriveSecrets(secret).consent, { granted, at }).value };
}
