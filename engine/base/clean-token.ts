import { trim, UNSEEN } from './clean-input.ts';

/** Of activation: 32 bytes in base64url. */
const SINGLE_USE = /^[A-Za-z0-9_-]{43}$/;
/** A JWE in compact form with direct encryption by AES-256-GCM (RFC 7516, 7.1): head, no key, 12 bytes, content, 16 bytes. */
const SEALED = /^[A-Za-z0-9_-]+\.\.[A-Za-z0-9_-]{16}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]{22}$/;

/** Whether this could be a token of a mail: anything else was cut off or altered on its way. */
export function isToken(text: string): boolean {
  return SINGLE_USE.test(text) || SEALED.test(text);
}

/**
 * Up to the first sign that no token has: what follows belongs to the sentence that the link stood in, or to the next parameter. Where a
 * mail program broke the line, the token goes on after the break.
 */
export function cleanToken(text: string): string {
  const own = trim(text.replaceAll(UNSEEN, ''), /[\s<([{"“„«‘'`]/, /\s/);
  const cut = tokenIn(own);
  return isToken(cut) ? cut : tokenIn(own.replaceAll(/=?[\r\n]\s*|\s+/g, ''));
}

/** No token is longer than the longest address makes it; pages repeat what they are asked for with. */
const tokenIn = (text: string): string => trim(/^[A-Za-z0-9_.-]{0,1000}/.exec(text)?.[0] ?? '', /\./, /\./);
