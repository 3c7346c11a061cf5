import { DASH, trim, UNSEEN } from './clean-input.ts';
import { decodeText } from './decode-text.ts';

/** Of activation: 32 bytes in base64url. */
const SINGLE_USE = /^[A-Za-z0-9_-]{43}$/;
/** A JWE in compact form with direct encryption by AES-256-GCM (RFC 7516, 7.1): head, no key, 12 bytes, content, 16 bytes. */
const SEALED = /^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/;

/** Whether this could be a token of a mail: others are truncated or altered. */
export function isToken(text: string): boolean {
  return SINGLE_USE.test(text) || SEALED.test(text);
}

/**
 * The token up to the first other character, which belongs to the surrounding sentence or to the next parameter. A line
 * break of a mail client is skipped, and its escape of the equals sign in front (RFC 2045, 6.7).
 */
export function cleanToken(text: string): string {
  const seen = decodeText(text).replaceAll(UNSEEN, '').replaceAll(DASH, '-');
  const own = trim(seen, /[\s<([{"“„«‘'`]/, /\s/);
  const cut = tokenIn(own);
  if (isToken(cut)) return cut;
  const joined = tokenIn(own.replaceAll(/=?[\r\n]\s*|\s+/g, ''));
  return joined.startsWith('3D') && isToken(joined.slice(2)) ? joined.slice(2) : joined;
}

/** Maximum length of a token, from the longest address; pages repeat their token. */
const tokenIn = (text: string): string => trim(/^[A-Za-z0-9_.-]{0,1000}/.exec(text)?.[0] ?? '', /\./, /\./);
