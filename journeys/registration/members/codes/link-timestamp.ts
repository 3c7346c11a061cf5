import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key } from '#server/platform/tokens/secrets.ts';

export type LinkTimestampCheck = 'valid' | 'missing' | 'invalid' | 'expired';

/**
 * Signed expiry of a generated link (V6), such as `1796083200.hVZ…`: seconds since the epoch, a dot, and HMAC-SHA-256 over code and time in
 * base64url, truncated to 128 bits.
 *
 * @param expiresAt milliseconds since the epoch
 */
export function signLinkTimestamp(keys: readonly [Key, ...Key[]], code: string, expiresAt: number): string {
  const seconds = String(Math.floor(expiresAt / 1_000));
  return `${seconds}.${signature(keys[0], code, seconds).toString('base64url')}`;
}

/**
 * Absent → `missing`, altered → `invalid`, past → `expired`. Constant time for all values.
 *
 * @param now milliseconds since the epoch
 */
export function checkLinkTimestamp(
  keys: readonly Key[],
  code: string,
  value: string | null | undefined,
  now: number,
): LinkTimestampCheck {
  if (value === null || value === undefined || value === '') return 'missing';
  const [seconds, given] = parts(value);
  const matches = keys.map((key) => timingSafeEqual(signature(key, code, seconds), given));
  if (!matches.includes(true)) return 'invalid';
  return Number(seconds) * 1_000 <= now ? 'expired' : 'valid';
}

const BYTES = 16;

function signature(key: Key, code: string, seconds: string): Buffer {
  return createHmac('sha256', key.bytes).update(`link\n${code}\n${seconds}`).digest().subarray(0, BYTES);
}

/** Time and signature of a well-formed value; otherwise a signature that never matches. */
function parts(value: string): [seconds: string, signature: Buffer] {
  const nothing = Buffer.alloc(BYTES);
  if (!/^\d{1,12}\.[A-Za-z0-9_-]{22}$/.test(value)) return ['', nothing];
  const dot = value.indexOf('.');
  const given = Buffer.from(value.slice(dot + 1), 'base64url');
  // Accepts only the canonical base64url form, because the last character has spare bits.
  return [value.slice(0, dot), value.endsWith(given.toString('base64url')) ? given : nothing];
}
