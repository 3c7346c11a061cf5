import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';
import type { Key } from './secrets.ts';

/** Length of 128 bits in base64url. */
const LENGTH = 22;

/** Cached KeyObjects: HMAC with raw bytes takes ten times as long, and every request verifies signatures. */
const imported = new WeakMap<Key, KeyObject>();

function keyObject(key: Key): KeyObject {
  let object = imported.get(key);
  if (object === undefined) imported.set(key, (object = createSecretKey(key.bytes)));
  return object;
}

/**
 * 128 bits of HMAC-SHA-256 in base64url.
 *
 * @param context kind of the content, so that a signature of one kind is not valid for another
 */
export function computeSignature(key: Key, context: string, content: string): string {
  return createHmac('sha256', keyObject(key)).update(`${context}/${content}`).digest('base64url').slice(0, LENGTH);
}

/** Whether one of these keys created the signature: previous secrets stay valid during rotation. */
export function isSigned(keys: readonly Key[], context: string, content: string, signature: string): boolean {
  if (signature.length !== LENGTH) return false;
  const given = Buffer.from(signature);
  return keys.some((key) => {
    const own = Buffer.from(computeSignature(key, context, content));
    return own.length === given.length && timingSafeEqual(own, given);
  });
}
