import type { IncomingMessage } from 'node:http';
import { LANGUAGE_COOKIE } from '#engine/decide/cookies.ts';
import { CONSENT_FACET } from '#engine/decide/facets.ts';
import type { Facts, CacheScope, PageDecision, SetCookie } from '#engine/decide/types.ts';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import type { HeaderList } from './security-headers.ts';
import { createClientAddressReader } from './client-address.ts';

/** In which an edge says whom it takes the visitor for, and so under which key it would keep the answer: `program`, `person` or `arms`. */
const VISITOR_HEADER = 'x-edge-visitor';
/** In which it says what the visitor answered about consent: `unknown`, `refused` or `granted`. */
const CONSENT_HEADER = 'x-edge-consent';

/** What a cache in front, which this server knows of, may do beyond what every cache may. */
export interface Edge {
  /** Whether it may keep an answer under the key that it says. It has to come through a trusted proxy. */
  mayKeep(request: IncomingMessage, answer: CachedResponse): boolean;
  /** Whether the request comes through it. */
  isBehind(request: IncomingMessage): boolean;
  /** Says to it, and to nobody else, for how many seconds. To be before `Cache-Control`: nginx takes the first of the two. */
  headers(seconds: number): HeaderList;
}

export type CachedResponse = Pick<PageDecision, 'cacheScope' | 'vary' | 'facets'> & { readonly status: number };

/** `null` where no edge is configured. */
export function createEdge({ edgeCache, trustedProxies }: Pick<Settings, 'edgeCache' | 'trustedProxies'>): Edge | null {
  if (edgeCache === '') return null;
  const readSender = createClientAddressReader(trustedProxies);
  const isBehind = (request: IncomingMessage): boolean => readSender(request).trusted;
  return {
    mayKeep: (request, { cacheScope, status, vary, facets }) =>
      status === 200 &&
      isMeant(request.headers[VISITOR_HEADER], cacheScope) &&
      (facets[CONSENT_FACET] === undefined || facets[CONSENT_FACET] === request.headers[CONSENT_HEADER]) &&
      // Whatever else the decision read is in no key.
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
 * Without the cookie of the language where it only says again what the visitor brought (R25): with it no cache may keep the answer, so
 * that pages would never be kept for visitors who came back. Answers that are nobody else's renew it.
 */
export function withoutRenewal(
  cookies: readonly SetCookie[],
  { cookies: brought }: Pick<Facts, 'cookies'>,
): readonly SetCookie[] {
  const isRenewal = cookies.every(({ name, value }) => name === LANGUAGE_COOKIE && brought[name] === value);
  return isRenewal ? NONE : cookies;
}

const NONE: readonly SetCookie[] = [];
