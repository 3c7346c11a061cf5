import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Key } from '#server/platform/tokens/secrets.ts';

/**
 * Handle of a registration for an HttpOnly cookie: allows changing the address, resending the mail and watching the registration. Consists
 * of the member's id and a signature; not stored.
 */
export function makeRegistrationHandle(keys: readonly [Key, ...Key[]], memberId: string): string {
  return `${memberId}.${signature(keys[0], memberId).toString('base64url')}`;
}

/** The member's id, or `null` for an invalid signature. */
export function readRegistrationHandle(keys: readonly Key[], handle: string): string | null {
  if (!/^[A-Za-z0-9_-]{22}\.[A-Za-z0-9_-]{43}$/.test(handle)) return null;
  const memberId = handle.slice(0, 22);
  const bytes = Buffer.from(handle.slice(23), 'base64url');
  return keys.some((key) => timingSafeEqual(signature(key, memberId), bytes)) ? memberId : null;
}

function signature(key: Key, memberId: string): Buffer {
  return createHmac('sha256', key.bytes).update(`registration\n${memberId}`).digest();
}
