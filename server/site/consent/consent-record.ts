import type { SetCookie } from '#engine/decide/types.ts';
import { agreesTo, CONSENT_COOKIE, consentPurposes, type ConsentPurpose } from '#engine/shared/consent.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';
import { isSigned, computeSignature } from '#server/platform/tokens/signature.ts';

/** A visitor's consent choice with its time. */
export interface ConsentRecord {
  /** Granted purposes; empty when all were refused. */
  readonly granted: readonly ConsentPurpose[];
  /** Milliseconds since the epoch, whole seconds. */
  readonly at: number;
}

/** Half a year; then consent is requested again. */
const LIFE_SECONDS = 180 * 24 * 3600;

const CONTEXT = 'consent';

/**
 * `<purposes joined by ->.<seconds in base 36>.<signature>`; `none` for no purpose. Scripts read the purposes; the signature proves to the server that it
 * wrote them.
 */
export function buildConsentCookie(keys: readonly [Key, ...Key[]], { granted, at }: ConsentRecord): SetCookie {
  const content = `${granted.join('-') || 'none'}.${Math.floor(at / 1000).toString(36)}`;
  const value = `${content}.${computeSignature(keys[0], CONTEXT, content)}`;
  // Not HttpOnly: scripts check consent before sending data.
  return { name: CONSENT_COOKIE, value, maxAge: LIFE_SECONDS, httpOnly: false };
}

/** The record in a cookie; `null` for an invalid one. Its age is checked separately, because that depends on the time. */
export function readSignedConsent(keys: readonly Key[], value: string): ConsentRecord | null {
  const end = value.lastIndexOf('.');
  const content = value.slice(0, Math.max(end, 0));
  if (!isSigned(keys, CONTEXT, content, value.slice(end + 1))) return null;
  const at = Number.parseInt(content.split('.')[1] ?? '', 36) * 1000;
  return { granted: consentPurposes.filter((purpose) => agreesTo(value, purpose)), at };
}

/** Whether a choice is still valid; one without a time is not. */
export function isCurrent({ at }: Pick<ConsentRecord, 'at'>, now: number): boolean {
  return at + LIFE_SECONDS * 1000 >= now;
}
