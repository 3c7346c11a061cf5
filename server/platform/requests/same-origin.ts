import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form was sent by a page of this site (ASVS 5.0.0, 3.5.1): by `Sec-Fetch-Site`, or by `Origin` without that header. `false` without both,
 * and for `Origin: null`.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === publicOrigin : site === 'same-origin';
}
