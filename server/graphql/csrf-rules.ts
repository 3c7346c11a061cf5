import type { IncomingHttpHeaders } from 'node:http';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';

/**
 * Whether a request may be answered: it comes from a page of this site, or from a program, which sends neither `Sec-Fetch-Site`
 * nor `Origin` (ASVS 5.0.0, 3.5.1). An address typed by hand counts as the site's own as long as it only reads.
 */
export function isAllowedOrigin(method: string, headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined && headers.origin === undefined) return true;
  if (site === 'none' && method === 'GET') return true;
  return isSameOrigin(headers, publicOrigin);
}

/** JSON and nothing else: no form can send it, so other sites must ask first (ASVS 5.0.0, 3.5.2). */
export function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json(?:\s*;\s*charset="?utf-?8"?)?\s*$/i.test(headers['content-type'] ?? '');
}
