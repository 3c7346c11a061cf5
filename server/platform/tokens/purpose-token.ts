import { EncryptJWT, errors, jwtDecrypt } from 'jose';
import type { Clock } from '#server/platform/ports.ts';
import type { Key } from '#server/platform/tokens/secrets.ts';

export type TokenCheck =
  | { readonly state: 'valid'; readonly email: string; /** Milliseconds since the epoch. */ readonly expiresAt: number }
  | { readonly state: 'missing' }
  | { readonly state: 'refused'; readonly reason: 'malformed' | 'expired' | 'wrong-purpose' };

interface TokenContext {
  readonly clock: Clock;
  readonly secrets: { readonly token: readonly [Key, ...Key[]] };
}

const ALGORITHM = { alg: 'dir', enc: 'A256GCM' } as const;
const ISSUER = 'vitrine';
/** Far above the length of valid tokens. */
const MAX_LENGTH = 4_096;

/**
 * A token with an email address for one purpose (G1): a JWE (RFC 7516) in compact form with direct encryption by AES-256-GCM. Verified without the
 * database, and unreadable in a URL.
 *
 * @param purpose the token is valid for this purpose only
 * @param lifetimeSeconds validity of the token
 */
export async function makePurposeToken(
  context: TokenContext,
  purpose: string,
  email: string,
  lifetimeSeconds: number,
): Promise<string> {
  const [key] = context.secrets.token;
  const now = Math.floor(context.clock.now() / 1_000);
  return new EncryptJWT({ purpose, email })
    .setProtectedHeader({ ...ALGORITHM, typ: 'JWT', kid: key.id })
    .setIssuer(ISSUER)
    .setAudience(audience(purpose))
    .setIssuedAt(now)
    .setNotBefore(now)
    .setExpirationTime(now + lifetimeSeconds)
    .encrypt(key.bytes);
}

/** Verifies a token from a link; never throws. */
export async function checkPurposeToken(
  context: TokenContext,
  purpose: string,
  token: string | null | undefined,
): Promise<TokenCheck> {
  if (token === undefined || token === null || token === '') return { state: 'missing' };
  if (token.length > MAX_LENGTH) return refused('malformed');
  try {
    const { payload } = await jwtDecrypt(token, (header) => keyFor(context.secrets.token, header), {
      keyManagementAlgorithms: [ALGORITHM.alg],
      contentEncryptionAlgorithms: [ALGORITHM.enc],
      issuer: ISSUER,
      audience: audience(purpose),
      requiredClaims: ['exp', 'iat', 'nbf', 'purpose', 'email'],
      currentDate: new Date(context.clock.now()),
      // Clock skew between machines that share a secret.
      clockTolerance: 5,
    });
    if (payload['purpose'] !== purpose) return refused('wrong-purpose');
    const { email, exp } = payload;
    if (typeof email !== 'string') return refused('malformed');
    // A number, as verified with the token.
    return { state: 'valid', email, expiresAt: Number(exp) * 1_000 };
  } catch (error) {
    return refused(toRejection(error));
  }
}

const audience = (purpose: string): string => `vitrine:${purpose}`;

const refused = (reason: 'malformed' | 'expired' | 'wrong-purpose'): TokenCheck => ({ state: 'refused', reason });

/** Allows only the four header members written by this server: no `jku` or `jwk`, which could name another key. */
function keyFor(keys: readonly Key[], header: Readonly<Record<string, unknown>>): Uint8Array {
  const expected = new Set(['alg', 'enc', 'typ', 'kid']);
  const key = keys.find((candidate) => candidate.id === header['kid']);
  if (!key || Object.keys(header).some((name) => !expected.has(name))) throw new errors.JWEInvalid();
  return key.bytes;
}

function toRejection(error: unknown): 'malformed' | 'expired' | 'wrong-purpose' {
  if (error instanceof errors.JWTExpired) return 'expired';
  return error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud' ? 'wrong-purpose' : 'malformed';
}
