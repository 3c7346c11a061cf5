import { createCipheriv, createDecipheriv } from 'node:crypto';
import type { Random } from '#server/platform/ports.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';
import { UserError } from '#engine/shared/errors.ts';

/**
 * Encrypts a text for the database with AES-256-GCM, so that a copy of the database reveals neither working links nor names.
 *
 * @param context owner of the text, such as `outbox/<id>`; decryption with another context fails
 * @returns `<key id>.<nonce>.<ciphertext and tag>`, the last two in base64url
 */
export function seal(keys: readonly [Key, ...Key[]], random: Random, context: string, plain: string): string {
  const [key] = keys;
  const nonce = random.bytes(12);
  const cipher = createCipheriv('aes-256-gcm', key.bytes, nonce).setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(Buffer.from(plain)), cipher.final(), cipher.getAuthTag()]);
  return `${key.id}.${Buffer.from(nonce).toString('base64url')}.${sealed.toString('base64url')}`;
}

/**
 * Decrypts a text. `null` when it was altered, belongs to another context or was encrypted with a secret that was removed from the
 * configuration; for values that can be recreated.
 */
export function tryToUnseal(keys: readonly Key[], context: string, sealed: string): string | null {
  try {
    return unseal(keys, context, sealed);
  } catch {
    return null;
  }
}

/** Decrypts a text. Throws when it was altered, belongs to another context or was encrypted with a secret that was removed from the configuration. */
export function unseal(keys: readonly Key[], context: string, sealed: string): string {
  const [id, nonce, content] = sealed.split('.');
  const key = keys.find((candidate) => candidate.id === id);
  if (!key || !nonce || !content) {
    throw new UserError(
      `The sealed text of "${context}" cannot be opened: its key "${id ?? ''}" is not among those of SECRET. Keep the previous secret as a further part of SECRET.`,
    );
  }
  const bytes = Buffer.from(content, 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', key.bytes, Buffer.from(nonce, 'base64url'), { authTagLength: 16 })
    .setAAD(Buffer.from(context))
    .setAuthTag(bytes.subarray(-16));
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString();
}
