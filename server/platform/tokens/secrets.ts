import { createHash, hkdfSync } from 'node:crypto';
import { UserError } from '#engine/shared/errors.ts';

/** What a key is for; each purpose has its own key, so that nothing made for one can pass as another. */
export type KeyPurpose = 'token' | 'link' | 'handle' | 'seal' | 'consent' | 'erasure' | 'forgery' | 'audit' | 'visitor';

export interface Key {
  /** First 12 hex digits of SHA-256 over the key; says which key was used without revealing it. */
  readonly id: string;
  readonly bytes: Uint8Array;
}

/** Keys derived from SECRET, newest first: the first makes new tokens, all of them check old ones. */
export type Secrets = Readonly<Record<KeyPurpose, readonly [Key, ...Key[]]>>;

/**
 * Derives 256-bit keys by HKDF-SHA-256 (RFC 5869).
 *
 * @param secret One secret, or several separated by commas, newest first; each of at least 32 bytes.
 */
export function deriveSecrets(secret: string): Secrets {
  const [newest = '', ...older] = secret.split(',').map((part) => part.trim());
  for (const [position, part] of [newest, ...older].entries()) {
    if (Buffer.byteLength(part) < 32) {
      throw new UserError(
        `SECRET needs at least 32 bytes in each part, but part ${position + 1} has ${Buffer.byteLength(part)}. Make one with "openssl rand -base64 48".`,
      );
    }
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
