import type { PageDecision } from '#engine/decide/types.ts';
import type { Encoding } from './choose-encoding.ts';
import type { StoredPage } from './page-store.ts';
import type { HeaderList } from './security-headers.ts';

/** Seconds for which a cache may send a shared page while the site does not answer (RFC 5861, 4). */
const STALE_IF_ERROR_SECONDS = 600;

/** As `/readyz` names it, `site.published`. */
const PUBLISHED_HEADER = 'X-Site-Published';

const CONTENT_TYPE = { page: 'text/html; charset=utf-8', navigation: 'application/json; charset=utf-8' } as const;

/** Names a page's bytes; weak, because a page keeps its meaning when it is compressed better. */
export function entityTag(page: StoredPage, encoding: Encoding): string {
  return `W/"${page.key.slice(0, 32)}-${encoding}"`;
}

/** Seconds for which a cache may store a decision: `SHARED_CACHE_SECONDS`, and never beyond the moment at which it may change. */
export function cacheSeconds({ answer: { validUntil }, now, sharedCacheSeconds }: HeadOptions): number {
  return Math.min(sharedCacheSeconds, secondsLeft(validUntil, now));
}

const secondsLeft = (validUntil: number | null, now: number): number =>
  validUntil === null ? Infinity : Math.max(0, Math.floor((validUntil - now) / 1000));

/** `Cache-Control` of a shared page, without `stale-while-revalidate`: with it, a cache would send what was published before. */
function sharedCacheControl(options: HeadOptions): string {
  const seconds = cacheSeconds(options);
  const stale = Math.min(STALE_IF_ERROR_SECONDS, secondsLeft(options.answer.validUntil, options.now) - seconds);
  return `public, max-age=0, s-maxage=${seconds}, stale-if-error=${stale}`;
}

/** What a decision says about an answer beside which page it is. */
export type PageAnswer = Pick<
  PageDecision,
  'values' | 'cookies' | 'vary' | 'validUntil' | 'indexable' | 'personal' | 'confidential' | 'cacheScope' | 'facets'
> & {
  readonly status: number;
};

export interface HeadOptions {
  readonly constants: HeaderList;
  readonly page: StoredPage;
  readonly answer: PageAnswer;
  readonly encoding: Encoding;
  readonly now: number;
  /** See `SHARED_CACHE_SECONDS`. */
  readonly sharedCacheSeconds: number;
  /** Number of the newest publication that the page is sent with; 0 for the build alone. */
  readonly published: number;
}

/** All headers of a shared answer of `length` bytes. Ready lists are kept with the page: most requests build nothing. */
export function sharedHead(options: HeadOptions, length: number): HeaderList {
  return cachedHead(options, `${options.answer.status}`, () => buildSharedHead(options, length));
}

/** All headers of an answer that a configured edge may keep and no other cache; browsers ask each time. */
export function edgeHead(options: HeadOptions, length: number): HeaderList {
  const { page, encoding } = options;
  return [
    ...pageHead(options),
    'Cache-Control',
    'private, no-cache',
    'ETag',
    entityTag(page, encoding),
    'Content-Length',
    String(length),
  ];
}

/** RFC 9110, 15.4.5: a 304 says only what its cached answer may have to update, and nothing of a body. */
export function notModifiedHead(options: HeadOptions): HeaderList {
  return cachedHead(options, 'not modified', () => withoutBody(buildSharedHead(options, 0)));
}

function cachedHead(options: HeadOptions, kind: string, build: () => HeaderList): HeaderList {
  const { answer, now, sharedCacheSeconds } = options;
  const lasting =
    answer.validUntil === null || answer.validUntil - now > (sharedCacheSeconds + STALE_IF_ERROR_SECONDS + 1) * 1000;
  return lasting ? cacheHead(options, kind, build) : build();
}

/** A list that depends on nothing else than its kind and what is in the key. */
function cacheHead(
  { page, answer, encoding, published }: HeadOptions,
  kind: string,
  build: () => HeaderList,
): HeaderList {
  const key = `${kind} ${published}${encoding}${answer.indexable}${answer.confidential}${answer.vary.join()}`;
  let head = page.heads.get(key);
  if (head === undefined) {
    head = build();
    page.heads.set(key, head);
  }
  return head;
}

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
    entityTag(page, encoding),
    'Content-Length',
    String(length),
  ];
}

/** All headers of an answer of `length` bytes that no cache may keep although its bytes are everybody's; made once, as of shared ones. */
export function sizedPrivateHead(options: HeadOptions, length: number): HeaderList {
  return cacheHead(options, 'private', () => [...privateHead(options), 'Content-Length', String(length)]);
}

/** Headers of an answer for one visitor only, but its length and cookies. */
export function privateHead(options: HeadOptions): HeaderList {
  return cacheHead(options, 'own', () => [...pageHead(options), 'Cache-Control', 'private, no-store']);
}

/**
 * The same for anyone who opens this address. Their browser may keep it for Back, with what was typed into it: of a page that it must not
 * store it forgets that, too. Otherwise it asks each time.
 */
export function ofAddressHead(options: HeadOptions): HeaderList {
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

/** Whether `If-None-Match` names the tag; weak comparison (RFC 9110, 13.1.2). */
export function matchesTag(ifNoneMatch: string | undefined, tag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === tag || ifNoneMatch === '*') return true;
  const bare = tag.slice(2);
  return ifNoneMatch.split(',').some((item) => item.trim().replace(/^W\//, '') === bare);
}

/** `same-origin`, not `no-referrer`: with that, a form's POST would say `Origin: null` and be refused. */
function withoutReferrer(constants: HeaderList): HeaderList {
  return constants.map((item, index) => (constants[index - 1] === 'Referrer-Policy' ? 'same-origin' : item));
}
