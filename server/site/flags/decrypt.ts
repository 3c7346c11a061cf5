import { createDecipheriv } from 'node:crypto';
import { UnavailableError } from '#engine/shared/errors.ts';

/** Decrypts GrowthBook's format: `<iv>.<text>` in base64, AES-CBC with a 128-bit key in base64. Throws for a wrong key. */
export function decrypt(encrypted: string, key: string): string {
  const [iv, text] = encrypted.split('.').map(fromBase64);
  if (iv === undefined || text === undefined)
    throw new UnavailableError('The encrypted text lacks its initialisation vector.');
  const decipher = createDecipheriv('aes-128-cbc', fromBase64(key), iv);
  return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8');
}

/** Strict: `Buffer` would skip invalid characters. */
function fromBase64(text: string): Buffer {
  return Buffer.from(atob(text), 'latin1');
}
