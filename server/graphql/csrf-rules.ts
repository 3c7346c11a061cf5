import type { IncomingHttpHeaders } from 'node:http';
import { isSameOrigin } from '#server/platform/requests/same-origin.ts';

/**
 * CSRF check: a request must come from a page of this site or from an API client, which sends neither `Sec-Fetch-Site` nor `Origin`
 * (ASVS 5.0.0, 3.5.1). Addresses entered by hand are allowed for reading.
 */
export function isAllowedOrigin(method: string, headers: IncomingHttpHeaders, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site === undefined && headers.origin === undefined) return true;
  if (site === 'none' && method === 'GET') return true;
  return isSameOrigin(headers, publicOrigin);
}

/** Whether the content type is JSON: forms cannot send it, so other sites need a CORS preflight (ASVS 5.0.0, 3.5.2). */
export function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json(?:\s*;\s*charset="?utf-?8"?)?\s*$/i.test(headers['content-type'] ?? '');
}
