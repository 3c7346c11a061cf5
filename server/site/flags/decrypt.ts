import { createDecipheriv } from 'node:crypto';
import { UnavailableError } from '#engine/shared/errors.ts';

/**
 * Decrypts what GrowthBook encrypts: `<iv>.<text>` in base64, AES-CBC with a base64 key of 128 bits. Throws when key and text
 * do not belong together.
 */
export function decrypt(encrypted: string, key: string): string {
  const [iv, text] = encrypted.split('.').map(fromBase64);
  if (iv === undefined || text === undefined)
    throw new UnavailableError('The encrypted text lacks its initialisation vector.');
  const decipher = createDecipheriv('aes-128-cbc', fromBase64(key), iv);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Strict: other characters are a mistake, where `Buffer` would skip them. */
function fromBase64(text: string): Buffer {
  return Buffer.from(atob(text), 'latin1');
}
