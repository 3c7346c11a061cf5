import type { IncomingMessage } from 'node:http';
import type { HeaderList } from '../security-headers.ts';

/** Longer URLs get 414. */
const MAX_URL_LENGTH = 8192;

/** Why a request is rejected before a decision. */
export interface RejectedRequest {
  readonly status: 405 | 414;
  readonly headers?: HeaderList;
}

/**
 * Whether a URL is a page: everything below the base path that is not reserved, with or without a language prefix; others go to the router. The root without
 * its slash is a page as well, which redirects.
 */
export function isPageRequestUrl(url: string, basePath: string, isReserved: (path: string) => boolean): boolean {
  const queryAt = url.indexOf('?');
  if (!url.startsWith(basePath))
    return url.startsWith(basePath.slice(0, -1)) && ENDS.test(url.slice(basePath.length - 1));
  const path = url.slice(basePath.length - 1, queryAt < 0 ? undefined : queryAt);
  if (isReserved(path)) return false;
  return path[3] !== '/' || !isReserved(path.slice(3));
}

/** What may follow the root without a slash: nothing or a query, possibly without its question mark (Z1). */
const ENDS = /^(?:$|[?&])/;

/** `null` for an acceptable request: GET or HEAD with a URL that is not too long; path and query may be anything (Z1). */
export function validateRequest({ method }: Pick<IncomingMessage, 'method'>, url: string): RejectedRequest | null {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: ['Allow', 'GET, HEAD'] };
  if (url.length > MAX_URL_LENGTH) return { status: 414 };
  return null;
}
