import { hash, timingSafeEqual } from 'node:crypto';
import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { Key } from './secrets.ts';

/** Length of 128 bits in base64url. */
const LENGTH = 22;
/** Bytes of a block and of a result of SHA-256. */
const BLOCK = 64;
const DIGEST = 32;
/** Bytes of contents for which memory is reserved: those of cookies. */
const USUAL = 4096;

/** The key in the two paddings of HMAC, each with space for what is hashed behind it. Keys have 32 bytes, less than a block. */
const padKey = memoizePerObject(({ bytes }: Key) => {
  const pad = (value: number, space: number): Buffer => {
    const padded = Buffer.alloc(BLOCK + space);
    for (let index = 0; index < BLOCK; index += 1) padded[index] = (bytes[index] ?? 0) ^ value;
    return padded;
  };
  return { inner: pad(0x36, USUAL), outer: pad(0x5c, DIGEST) };
});

/**
 * 128 bits of HMAC-SHA-256 in base64url. By the definition of HMAC (RFC 2104) with two one-shot hashes, because the objects of `createHmac` take twice as
 * long, and every first visit and every cookie has a signature.
 *
 * @param context kind of the content, so that a signature of one kind is not valid for another
 */
export function computeSignature(key: Key, context: string, content: string): string {
  const { inner, outer } = padKey(key);
  const text = `${context}/${content}`;
  const end = BLOCK + Buffer.byteLength(text);
  const message = end <= inner.length ? inner : Buffer.concat([inner.subarray(0, BLOCK)], end);
  message.write(text, BLOCK);
  return finish(message.subarray(0, end), outer);
}

/** As `computeSignature`, prepared for contents with the same end, of which only the begin is written for each. */
export function prepareSignature(key: Key, context: string, end: string): (begin: string) => string {
  const { inner, outer } = padKey(key);
  const start = BLOCK + Buffer.byteLength(`${context}/`);
  let message: Buffer | undefined;
  let length = 0;
  return (begin) => {
    const size = Buffer.byteLength(begin);
    if (message !== undefined && size === length) message.write(begin, start);
    else message = Buffer.concat([inner.subarray(0, BLOCK), Buffer.from(`${context}/${begin}${end}`)]);
    length = size;
    return finish(message, outer);
  };
}

function finish(message: Buffer, outer: Buffer): string {
  outer.write(hash('sha256', message, 'binary'), BLOCK, 'latin1');
  return hash('sha256', outer, 'base64url').slice(0, LENGTH);
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
