import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a form was sent by a page of this site: browsers say so in `Sec-Fetch-Site`; only where that is absent must `Origin`
 * be the site's own. Both absent, or `Origin: null`, is a stranger (ASVS 5.0.0, 3.5.1).
 */
export function isSameOrigin(headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === publicOrigin : site === 'same-origin';
}
