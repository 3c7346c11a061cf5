import type { IncomingMessage } from 'node:http';
import type { HeaderList } from '../security-headers.ts';

/** Longer URLs are refused with 414. */
const MAX_URL_LENGTH = 8192;

/** Why a request is answered before anybody decides about it. */
export interface RejectedRequest {
  readonly status: 405 | 414;
  readonly headers?: HeaderList;
}

/**
 * Everything below the base path that is not reserved is a page, with or without a language in front; the rest belongs to the router.
 * The root of a base path is one without its slash, too: it leads to the address with it.
 */
export function isPageRequestUrl(url: string, basePath: string, isReserved: (path: string) => boolean): boolean {
  const queryAt = url.indexOf('?');
  if (!url.startsWith(basePath))
    return url.startsWith(basePath.slice(0, -1)) && ENDS.test(url.slice(basePath.length - 1));
  const path = url.slice(basePath.length - 1, queryAt < 0 ? undefined : queryAt);
  if (isReserved(path)) return false;
  return path[3] !== '/' || !isReserved(path.slice(3));
}

/** What may follow the root of a base path in the place of its slash: nothing, or a query, whose question mark may be lost (Z1). */
const ENDS = /^(?:$|[?&])/;

/** `null` for a request that can be decided about, whatever its path and its query say (Z1): it reads, and its URL is not too long. */
export function validateRequest({ method }: Pick<IncomingMessage, 'method'>, url: string): RejectedRequest | null {
  if (method !== 'GET' && method !== 'HEAD') return { status: 405, headers: ['Allow', 'GET, HEAD'] };
  if (url.length > MAX_URL_LENGTH) return { status: 414 };
  return null;
}
