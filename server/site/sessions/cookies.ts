import { decodeText } from '#engine/shared/decode-text.ts';
import type { SetCookie } from '#engine/decide/types.ts';

const none: Readonly<Record<string, string>> = Object.freeze(Object.create(null));

/** Parses a `Cookie` header (RFC 6265, 5.4). The first cookie of a name counts, because browsers send the most specific path first. */
export function readCookies(header: string | undefined): Readonly<Record<string, string>> {
  if (header === undefined || header === '') return none;
  const cookies: Record<string, string> = Object.create(null);
  for (const pair of header.split(';')) {
    const equals = pair.indexOf('=');
    if (equals < 1) continue;
    const name = pair.slice(0, equals).trim();
    cookies[name] ??= decode(pair.slice(equals + 1).trim());
  }
  return cookies;
}

function decode(value: string): string {
  const bare = value.startsWith('"') && value.endsWith('"') && value.length > 1 ? value.slice(1, -1) : value;
  return decodeText(bare);
}

/** Characters that `encodeURIComponent` changes. Most values have none, and the test costs less. */
const ENCODED = /[^\w.~!*'()-]/;

export function writeCookie(cookie: SetCookie, scope: { readonly basePath: string; readonly secure: boolean }): string {
  const { name, value, maxAge, httpOnly, path = scope.basePath } = cookie;
  const written = ENCODED.test(value) ? encodeURIComponent(value) : value;
  const age = maxAge === null ? '' : `; Max-Age=${maxAge}`;
  return `${name}=${written}; Path=${path}${age}; SameSite=Lax${scope.secure ? '; Secure' : ''}${httpOnly ? '; HttpOnly' : ''}`;
}
