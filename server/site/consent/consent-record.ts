import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SetCookie } from '#engine/decide/types.ts';
import { agreesTo, CONSENT_COOKIE, consentPurposes, type ConsentPurpose } from '#engine/base/consent.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';

/** What a visitor answered, and when. */
export interface ConsentRecord {
  /** Purposes agreed to; empty when all were refused. */
  readonly granted: readonly ConsentPurpose[];
  /** Milliseconds since the epoch, whole seconds. */
  readonly at: number;
}

/** Half a year; then the question comes again. */
const LIFE_SECONDS = 180 * 24 * 3600;

/**
 * `<purposes joined by ->.<seconds in base 36>.<signature>`; `none` stands for no purpose. Scripts read the purposes, the signature
 * proves to the server that it was the one to write them.
 */
export function consentCookie(keys: readonly [Key, ...Key[]], { granted, at }: ConsentRecord): SetCookie {
  const content = `${granted.join('-') || 'none'}.${Math.floor(at / 1000).toString(36)}`;
  const value = `${content}.${signature(keys[0], content)}`;
  // Not HttpOnly: what leaves the browser is decided there.
  return { name: CONSENT_COOKIE, value, maxAge: LIFE_SECONDS, httpOnly: false };
}

/** The record behind a cookie's value; `null` when it is forged, too old or none of ours. */
export function readConsentRecord(keys: readonly Key[], value: string, now: number): ConsentRecord | null {
  const end = value.lastIndexOf('.');
  const content = value.slice(0, Math.max(end, 0));
  if (!keys.some((key) => isSame(signature(key, content), value.slice(end + 1)))) return null;
  const at = Number.parseInt(content.split('.')[1] ?? '', 36) * 1000;
  if (!(at + LIFE_SECONDS * 1000 >= now)) return null;
  return { granted: consentPurposes.filter((purpose) => agreesTo(value, purpose)), at };
}

function signature(key: Key, content: string): string {
  return createHmac('sha256', key.bytes).update(`consent/${content}`).digest('base64url').slice(0, 22);
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}
