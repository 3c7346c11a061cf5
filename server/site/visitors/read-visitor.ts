import { LRUCache } from 'lru-cache';
import { type Consent, CONSENT_COOKIE } from '#engine/base/consent.ts';
import type { Facts } from '#engine/decide/types.ts';
import type { Secrets } from '#server/platform/tokens/secrets.ts';
import { type ConsentRecord, isCurrent, signedConsent } from '#server/site/consent/consent-record.ts';
import { readCookies } from '#server/site/sessions/cookies.ts';

/** What a browser brought, as far as the server believes it. */
export type Visitor = Pick<Facts, 'cookies' | 'consent'>;

/**
 * The one place where a request's answer about consent is read: whoever asks what a visitor agreed to takes it from here, and never from the cookie.
 *
 * @param header the `Cookie` header
 * @param now milliseconds since the epoch
 */
export type ReadVisitor = (header: string | undefined, now: number) => Visitor;

/** Answers about consent that are known at a time. */
const MOST_KNOWN = 10_000;
/** Of an answer; far above any that this server makes. */
const LONGEST = 100;

export function createReadVisitor({ consent: keys }: Pick<Secrets, 'consent'>): ReadVisitor {
  const known = new LRUCache<string, { readonly record: ConsentRecord | null }>({ max: MOST_KNOWN });

  function recordOf(value: string): ConsentRecord | null {
    if (value.length > LONGEST) return null;
    let found = known.get(value);
    if (found === undefined) known.set(value, (found = { record: signedConsent(keys, value) }));
    return found.record;
  }

  function consentOf(value: string | undefined, now: number): Consent | null {
    const record = value === undefined ? null : recordOf(value);
    return record !== null && isCurrent(record, now) ? record.granted : null;
  }

  return (header, now) => {
    const cookies = readCookies(header);
    return { cookies, consent: consentOf(cookies[CONSENT_COOKIE], now) };
  };
}
