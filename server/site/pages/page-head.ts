import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { PageDecision } from '#engine/decide/types.ts';
import type { Encoding } from './choose-encoding.ts';
import type { StoredPage } from './page-store.ts';
import type { HeaderList } from './security-headers.ts';

/** Seconds for which caches may send a stale page while the site is down (RFC 5861, 4). */
const STALE_IF_ERROR_SECONDS = 600;

/** `site.published` of `/readyz`. */
const PUBLISHED_HEADER = 'X-Site-Published';

const CONTENT_TYPE = { page: 'text/html; charset=utf-8', navigation: 'application/json; charset=utf-8' } as const;

/** ETag of a page; weak, because recompression changes the bytes but not the content. */
export function buildEntityTag(page: StoredPage, encoding: Encoding): string {
  return `W/"${page.key.slice(0, 32)}-${encoding}"`;
}

/** Cache lifetime of a decision in seconds: `SHARED_CACHE_SECONDS`, limited by the time at which the decision may change. */
export function computeCacheSeconds({ answer: { validUntil }, now, sharedCacheSeconds }: HeadOptions): number {
  return Math.min(sharedCacheSeconds, secondsLeft(validUntil, now));
}

const secondsLeft = (validUntil: number | null, now: number): number =>
  validUntil === null ? Infinity : Math.max(0, Math.floor((validUntil - now) / 1000));

/** `Cache-Control` of a shared page. Without `stale-while-revalidate`, so that caches do not serve superseded content. */
function sharedCacheControl(options: HeadOptions): string {
  const seconds = computeCacheSeconds(options);
  const stale = Math.min(STALE_IF_ERROR_SECONDS, secondsLeft(options.answer.validUntil, options.now) - seconds);
  return `public, max-age=0, s-maxage=${seconds}, stale-if-error=${stale}`;
}

/** The part of a decision that affects headers. */
export type PageResponse = Pick<
  PageDecision,
  'values' | 'cookies' | 'vary' | 'validUntil' | 'indexable' | 'personal' | 'confidential' | 'cacheScope' | 'facets'
> & {
  readonly status: number;
};

export interface HeadOptions {
  readonly constants: HeaderList;
  readonly page: StoredPage;
  readonly answer: PageResponse;
  readonly encoding: Encoding;
  readonly now: number;
  /** See `SHARED_CACHE_SECONDS`. */
  readonly sharedCacheSeconds: number;
  /** Number of the publication that the page belongs to; 0 for the build. */
  readonly published: number;
}

/** Headers of a shared response with `length` bytes; cached with the page. */
export function getSharedHead(options: HeadOptions, length: number): HeaderList {
  return cachedHead(options, `${options.answer.status}`, () => buildSharedHead(options, length));
}

/** Headers of a response that only a configured edge may store; browsers revalidate. */
export function buildEdgeHead(options: HeadOptions, length: number): HeaderList {
  const { page, encoding } = options;
  return [
    ...pageHead(options),
    'Cache-Control',
    'private, no-cache',
    'ETag',
    buildEntityTag(page, encoding),
    'Content-Length',
    String(length),
  ];
}

/** RFC 9110, 15.4.5: a 304 repeats only headers that update the cached response. */
export function getNotModifiedHead(options: HeadOptions): HeaderList {
  return cachedHead(options, 'not modified', () => withoutBody(buildSharedHead(options, 0)));
}

function cachedHead(options: HeadOptions, kind: string, build: () => HeaderList): HeaderList {
  const { answer, now, sharedCacheSeconds } = options;
  const lasting =
    answer.validUntil === null || answer.validUntil - now > (sharedCacheSeconds + STALE_IF_ERROR_SECONDS + 1) * 1000;
  return lasting ? cacheHead(options, kind, build) : build();
}

/** Caches a header list that depends only on its kind and key. */
function cacheHead(
  { page, answer, encoding, published }: HeadOptions,
  kind: string,
  build: () => HeaderList,
): HeaderList {
  const key = `${kind} ${published}${encoding}${answer.indexable}${answer.confidential}${joinNames(answer.vary)}`;
  let head = page.heads.get(key);
  if (head === undefined) {
    head = build();
    page.heads.set(key, head);
  }
  return head;
}

/** Once per list, of which there are few: decisions share them. */
const joinNames = memoizePerObject((names: readonly string[]) => names.join());

/** The same headers for a 304. */
export function withoutBody(head: HeaderList): string[] {
  const rest: string[] = [];
  for (let i = 0; i < head.length; i += 2) {
    const [name = '', value = ''] = [head[i], head[i + 1]];
    if (!/^content-(?!security)/i.test(name)) rest.push(name, value);
  }
  return rest;
}

function buildSharedHead(options: HeadOptions, length: number): HeaderList {
  const { page, encoding } = options;
  return [
    ...pageHead(options),
    'Cache-Control',
    sharedCacheControl(options),
    'ETag',
    buildEntityTag(page, encoding),
    'Content-Length',
    String(length),
  ];
}

/** Headers of a response with `length` bytes that must not be cached although its bytes are shared; cached like those of shared ones. */
export function buildSizedPrivateHead(options: HeadOptions, length: number): HeaderList {
  return cacheHead(options, 'private', () => [...buildPrivateHead(options), 'Content-Length', String(length)]);
}

/** Headers of a private response, without length and cookies. */
export function buildPrivateHead(options: HeadOptions): HeaderList {
  return cacheHead(options, 'own', () => [...pageHead(options), 'Cache-Control', 'private, no-store']);
}

/**
 * Headers of a response that is equal for everyone at this address. Browsers may store it for Back, including typed values (`no-store` would lose them), and
 * revalidate otherwise.
 */
export function buildAddressHead(options: HeadOptions): HeaderList {
  return cacheHead(options, 'of address', () => [...pageHead(options), 'Cache-Control', 'private, no-cache']);
}

function pageHead({ constants, page, answer, encoding, published }: HeadOptions): string[] {
  const head = [
    ...(answer.confidential ? withoutReferrer(constants) : constants),
    'Content-Type',
    CONTENT_TYPE[page.shape.representation],
    PUBLISHED_HEADER,
    String(published),
  ];
  if (page.contentSecurityPolicy !== '') head.push('Content-Security-Policy', page.contentSecurityPolicy);
  if (page.link !== '' && page.shape.representation === 'page') head.push('Link', page.link);
  if (encoding !== 'identity') head.push('Content-Encoding', encoding);
  head.push('Vary', ['Accept-Encoding', ...answer.vary].join(', '));
  if (!answer.indexable && !constants.includes('X-Robots-Tag')) head.push('X-Robots-Tag', 'noindex');
  return head;
}

/** Whether `If-None-Match` contains the tag; weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true;
  const bare = tag.slice(2);
  return ifNoneMatch.split(',').some((item) => item.trim().replace(/^W\//, '') === bare);
}

/** Not `no-referrer`: a form's POST would then have `Origin: null` and be rejected. */
function withoutReferrer(constants: HeaderList): HeaderList {
  return constants.map((item, index) => (constants[index - 1] === 'Referrer-Policy' ? 'same-origin' : item));
}
