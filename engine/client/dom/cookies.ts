import { decodeText } from '#engine/shared/decode-text.ts';
import { readPageData } from './page-data.ts';

/** A cookie that is not HttpOnly; `undefined` when missing. */
export function readCookie(name: string): string | undefined {
  const prefix = `${name}=`;
  const pair = document.cookie.split('; ').find((cookie) => cookie.startsWith(prefix));
  return pair && decodeText(pair.slice(prefix.length));
}

/** Uses the server's cookie attributes; `maxAge` in seconds. */
export function writeCookie(name: string, value: string, maxAge?: number): void {
  const path = readPageData(document)?.basePath ?? document.getElementById('tracking')?.dataset['base'] ?? '/';
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  const life = maxAge === undefined ? '' : `; Max-Age=${maxAge}`;
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=${path}${life}; SameSite=Lax${secure}`;
}
