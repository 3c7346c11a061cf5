import type { IncomingMessage } from 'node:http';
import { LANGUAGE_COOKIE } from '#engine/decide/cookies.ts';
import { CONSENT_FACET } from '#engine/decide/facets.ts';
import type { Facts, CacheScope, PageDecision, SetCookie } from '#engine/decide/types.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { HeaderList } from './security-headers.ts';
import { createClientAddressReader } from './client-address.ts';

/** Request header in which an edge sends its classification of the visitor, part of its cache key: `program`, `person` or `arms`. */
const VISITOR_HEADER = 'x-edge-visitor';
/** Request header with the visitor's consent: `unknown`, `refused` or `granted`. */
const CONSENT_HEADER = 'x-edge-consent';

/** A configured cache in front of the server, which may store more than other caches. */
export interface Edge {
  /** Whether it may store a response under the cache key that it sent. The request must come through a trusted proxy. */
  mayKeep(request: IncomingMessage, answer: CachedResponse): boolean;
  /** Whether the request comes through the edge. */
  isBehind(request: IncomingMessage): boolean;
  /** Header with its cache lifetime in seconds. Must precede `Cache-Control`: nginx uses the first of the two. */
  headers(seconds: number): HeaderList;
}

export type CachedResponse = Pick<PageDecision, 'cacheScope' | 'vary' | 'facets'> & { readonly status: number };

/** `null` without an edge. */
export function createEdge({ edgeCache, trustedProxies }: Pick<Settings, 'edgeCache' | 'trustedProxies'>): Edge | null {
  if (edgeCache === '') return null;
  const readSender = createClientAddressReader(trustedProxies);
  const isBehind = (request: IncomingMessage): boolean => readSender(request).trusted;
  return {
    mayKeep: (request, { cacheScope, status, vary, facets }) =>
      status === 200 &&
      isMeant(request.headers[VISITOR_HEADER], cacheScope) &&
      (facets[CONSENT_FACET] === undefined || facets[CONSENT_FACET] === request.headers[CONSENT_HEADER]) &&
      // Other request headers are not part of the cache key.
      vary.every((name) => name === 'Cookie') &&
      isBehind(request),
    isBehind,
    headers: (seconds) =>
      edgeCache === 'nginx'
        ? ['X-Accel-Expires', String(seconds)]
        : // RFC 9213: the targeted header takes the place of `Cache-Control` for the caches it is meant for.
          ['CDN-Cache-Control', `max-age=${seconds}`],
  };
}

function isMeant(visitor: string | readonly string[] | undefined, cacheScope: CacheScope | undefined): boolean {
  return cacheScope === 'everybody' ? visitor !== undefined : cacheScope !== undefined && cacheScope === visitor;
}

/**
 * Removes the language cookie when it only repeats the request's (R25): with it, no cache may store the response, so that returning visitors would never
 * get a cached page. Private responses renew the cookie.
 */
export function withoutRenewal(
  cookies: readonly SetCookie[],
  { cookies: brought }: Pick<Facts, 'cookies'>,
): readonly SetCookie[] {
  const isRenewal = cookies.every(({ name, value }) => name === LANGUAGE_COOKIE && brought[name] === value);
  return isRenewal ? NONE : cookies;
}

const NONE: readonly SetCookie[] = [];
