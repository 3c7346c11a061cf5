import { createHash, hkdfSync } from 'node:crypto';
import { UserError } from '#engine/shared/errors.ts';

/** Purpose of a key; separate keys, so that a value for one purpose is never valid for another. */
export type KeyPurpose = 'token' | 'link' | 'handle' | 'seal' | 'consent' | 'erasure' | 'forgery' | 'audit' | 'visitor';

export interface Key {
  /** First 12 hex digits of the SHA-256 of the key, which identifies it without revealing it. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Keys derived from SECRET, newest first: the first one signs or encrypts, all verify or decrypt. */
export type Secrets = Readonly<Record<KeyPurpose, readonly [Key, ...Key[]]>>;

const MIN_BYTES = 32;
/** Minimum distinct characters: 32 random hexadecimal digits have fewer in one of 10 million cases. */
const MIN_CHARACTERS = 8;

/** Format of SECRET, in the sentence "Allowed: …". */
export const ALLOWED_SECRETS = `one or more texts of at least ${MIN_BYTES} bytes and ${MIN_CHARACTERS} different characters that repeat no shorter text, such as those of \`openssl rand -base64 48\`, separated by commas`;

/** Why a part of SECRET is guessable; `null` when no reason is found. */
export function findWeakness(part: string): string | null {
  const bytes = Buffer.byteLength(part);
  if (bytes < MIN_BYTES) return `has ${bytes} bytes, but needs at least ${MIN_BYTES}.`;
  const characters = new Set(part).size;
  if (characters < MIN_CHARACTERS)
    return `has ${characters} different characters, but needs at least ${MIN_CHARACTERS}.`;
  const [, repeated] = /^(.{1,31}?)\1+$/su.exec(part) ?? [];
  return repeated === undefined ? null : `repeats a text of ${repeated.length} characters.`;
}

/**
 * Derives 256-bit keys by HKDF-SHA-256 (RFC 5869).
 *
 * @param secret one or more secrets separated by commas, newest first, each accepted by `findWeakness`
 */
export function deriveSecrets(secret: string): Secrets {
  const [newest = '', ...older] = secret.split(',').map((part) => part.trim());
  for (const [position, part] of [newest, ...older].entries()) {
    const weakness = findWeakness(part);
    if (weakness !== null)
      throw new UserError(`SECRET: part ${position + 1} ${weakness} Make one with "openssl rand -base64 48".`);
  }
  const keys = (purpose: KeyPurpose): readonly [Key, ...Key[]] => [
    deriveKey(newest, purpose),
    ...older.map((part) => deriveKey(part, purpose)),
  ];
  return {
    token: keys('token'),
    link: keys('link'),
    handle: keys('handle'),
    seal: keys('seal'),
    consent: keys('consent'),
    erasure: keys('erasure'),
    forgery: keys('forgery'),
    audit: keys('audit'),
    visitor: keys('visitor'),
  };
}

function deriveKey(secret: string, purpose: KeyPurpose): Key {
  const bytes = new Uint8Array(hkdfSync('sha256', secret, '', `vitrine/${purpose}/1`, 32));
  return { id: createHash('sha256').update(bytes).digest('hex').slice(0, 12), bytes };
}
