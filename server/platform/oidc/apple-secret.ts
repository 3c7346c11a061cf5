import { importPKCS8, SignJWT } from 'jose';

/** A private key of an Apple developer account. */
export interface AppleKey {
  readonly teamId: string;
  readonly keyId: string;
  /** PKCS #8 in PEM, for ES256. */
  readonly privateKey: string;
}

/** Seconds; Apple takes up to six months. */
const LIFETIME_SECONDS = 300;

/** The client secret for Apple: a JWT signed by ES256, created per request ("Creating a client secret"). */
export async function createAppleSecret(
  { teamId, keyId, privateKey }: AppleKey,
  clientId: string,
  audience: string,
  now: number,
): Promise<string> {
  const seconds = Math.floor(now / 1_000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(seconds)
    .setExpirationTime(seconds + LIFETIME_SECONDS)
    .sign(await importPKCS8(privateKey, 'ES256'));
}
