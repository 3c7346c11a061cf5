import type { IncomingMessage, ServerResponse } from 'node:http';
import type { RedirectDecision, SetCookie } from '#engine/decide/types.ts';
import { writeCookie } from '#server/site/sessions/cookies.ts';
import { buildPersonalBody, buildSharedBody } from './encode-page.ts';
import type { MicroCache } from './micro-cache.ts';
import { chooseEncoding, type Encoding } from './choose-encoding.ts';
import type { Edge } from './edge.ts';
import type { ResponseClass } from './page-counts.ts';
import {
  computeCacheSeconds,
  buildEdgeHead,
  buildEntityTag,
  matchesTag,
  getNotModifiedHead,
  buildAddressHead,
  buildPrivateHead,
  buildSizedPrivateHead,
  getSharedHead,
  type HeadOptions,
  type PageResponse,
  withoutBody,
} from './page-head.ts';
import { isFilled, type Values } from './page-source.ts';
import type { StoredPage } from './page-store.ts';
import { closedPolicy, type HeaderList } from './security-headers.ts';

export interface WriteOptions {
  /** Headers of every response. */
  readonly constants: HeaderList;
  /** Headers of this response. */
  readonly extra: HeaderList;
  /** Headers that repeat parts of the request; only for responses that no cache stores. */
  readonly echo: HeaderList;
  readonly cookieScope: { readonly basePath: string; readonly secure: boolean };
  readonly now: number;
  /** See `SHARED_CACHE_SECONDS`. */
  readonly sharedCacheSeconds: number;
  /** See `HeadOptions`; default: 0. */
  readonly published?: number;
  /** Development sends pages as they are. */
  readonly compressed: boolean;
  /** The configured cache in front, if any. */
  readonly edge?: Edge | null | undefined;
  /** Repeats responses within a second; optional. */
  readonly microCache?: MicroCache | undefined;
  /** Whether all visitors without a session, including this one, get this page at its address. */
  readonly isOfAddress?: boolean;
  /** Fills a page with values; default: `buildPersonalBody`. */
  readonly fill?: ((page: StoredPage, values: Values, encoding: Encoding) => Buffer) | undefined;
}

/** Status of the page in responses to in-app navigation. */
const STATUS_HEADER = 'X-Page-Status';

/** Sends a page: a shared buffer, or filled with a visitor's values. */
export function writePage(
  request: IncomingMessage,
  response: ServerResponse,
  page: StoredPage,
  answer: PageResponse,
  options: WriteOptions,
): ResponseClass {
  const { headers } = request;
  const encoding = options.compressed ? chooseEncoding(headers['accept-encoding']) : 'identity';
  const { constants, now, sharedCacheSeconds, published = 0 } = options;
  const headOptions: HeadOptions = { constants, page, answer, encoding, now, sharedCacheSeconds, published };
  const filled = isFilled(page.shape, answer.values);
  const navigation = page.shape.representation === 'navigation';
  const shared = !answer.personal && !answer.confidential && !filled && !navigation && answer.cookies.length === 0;

  const isSame = !filled && !navigation && answer.cookies.length === 0 && !answer.confidential;
  const edge = isSame && options.edge?.mayKeep(request, answer) === true ? options.edge : null;

  if ((shared || edge !== null) && answer.status === 200 && headers['if-none-match'] !== undefined) {
    const tag = buildEntityTag(page, encoding);
    if (matchesTag(headers['if-none-match'], tag)) {
      const head = shared ? getNotModifiedHead(headOptions) : withoutBody(buildEdgeHead(headOptions, 0));
      writeHead(response, 304, withEdge(head, edge, headOptions), options.extra);
      response.end();
      return 'not-modified';
    }
  }
  const { fill = buildPersonalBody } = options;
  const body = filled ? fill(page, answer.values, encoding) : buildSharedBody(page.encoded, encoding);
  if (shared || edge !== null) {
    const head = shared ? getSharedHead(headOptions, body.length) : buildEdgeHead(headOptions, body.length);
    const outgoing = withEdge(head, edge, headOptions);
    // With an edge, header lists differ per request.
    const microCache = edge === null ? options.microCache : undefined;
    if (
      sentWhole(
        request,
        response,
        { status: answer.status, head: outgoing, own: options.extra, body, microCache },
        options,
      )
    )
      return 'shared';
  } else if (!filled && !navigation && !answer.confidential) {
    const head = buildSizedPrivateHead(headOptions, body.length);
    const own = [...options.extra, ...options.echo];
    const cookies = serializeCookies(answer.cookies, options);
    const { microCache } = options;
    if (sentWhole(request, response, { status: answer.status, head, own, cookies, body, microCache }, options))
      return 'personal';
  } else {
    const head = [...(options.isOfAddress && !navigation ? buildAddressHead : buildPrivateHead)(headOptions)];
    // Browsers log failed fetches to the console, so in-app navigation gets 200 and the status in a header.
    if (navigation) head.push(STATUS_HEADER, String(answer.status));
    head.push('Content-Length', String(body.length));
    writeHead(response, navigation ? 200 : answer.status, head, ownHeaders(answer.cookies, options));
  }
  response.end(request.method === 'HEAD' ? undefined : body);
  return navigation ? 'navigation' : shared || edge !== null ? 'shared' : 'personal';
}

/** Sends a redirect: 3xx, or `{"location", "reason"?}` to in-app navigation, which cannot read redirects. */
export function writeRedirect(
  request: IncomingMessage,
  response: ServerResponse,
  { status, location, cookies, vary, reason }: RedirectDecision,
  navigation: boolean,
  options: WriteOptions,
): ResponseClass {
  const body = navigation ? JSON.stringify({ location, reason }) : '';
  const head = [...options.constants, 'Content-Security-Policy', closedPolicy];
  if (navigation) head.push('Content-Type', 'application/json; charset=utf-8');
  else head.push('Location', location);
  const isPrivate = navigation || cookies.length > 0;
  head.push('Cache-Control', isPrivate ? 'private, no-store' : 'no-cache');
  if (vary.length > 0) head.push('Vary', vary.join(', '));
  head.push('Content-Length', String(Buffer.byteLength(body)));
  writeHead(response, navigation ? 200 : status, head, isPrivate ? ownHeaders(cookies, options) : options.extra);
  response.end(request.method === 'HEAD' ? undefined : body);
  return navigation ? 'navigation' : 'redirect';
}

/** A response with shared bytes. */
interface WholeResponse {
  readonly status: number;
  readonly head: HeaderList;
  /** Headers of this response, except cookies. */
  readonly own: HeaderList;
  /** Values of `Set-Cookie`. */
  readonly cookies?: readonly string[];
  readonly body: Buffer;
  readonly microCache: MicroCache | undefined;
}

/**
 * Writes the headers of a response with shared bytes.
 *
 * @returns whether the body follows
 */
function sentWhole(
  request: IncomingMessage,
  response: ServerResponse,
  { status, head, own, cookies = [], body, microCache }: WholeResponse,
  { now }: Pick<WriteOptions, 'now'>,
): boolean {
  const ready = status === 200 && own.length === 0 ? microCache : undefined;
  if (ready?.send(request, response, head, body, now, cookies) === true) return true;
  writeHead(response, status, head, [...own, ...toSetCookieHeaders(cookies)]);
  ready?.note(request, response, head, cookies);
  return false;
}

/** First, because the edge's header must precede `Cache-Control`. */
function withEdge(head: HeaderList, edge: Edge | null, options: HeadOptions): HeaderList {
  return edge === null ? head : [...edge.headers(computeCacheSeconds(options)), ...head];
}

/** Headers of a private response, beside those of its page. */
function ownHeaders(cookies: readonly SetCookie[], { extra, echo, cookieScope }: WriteOptions): HeaderList {
  if (cookies.length === 0 && echo.length === 0) return extra;
  return [...extra, ...echo, ...toSetCookieHeaders(serializeCookies(cookies, { cookieScope }))];
}

/** Values of `Set-Cookie`. */
function serializeCookies(
  cookies: readonly SetCookie[],
  { cookieScope }: Pick<WriteOptions, 'cookieScope'>,
): readonly string[] {
  return cookies.map((cookie) => writeCookie(cookie, cookieScope));
}

function toSetCookieHeaders(cookies: readonly string[]): HeaderList {
  return cookies.flatMap((cookie) => ['Set-Cookie', cookie]);
}

/** The type of `writeHead` requires a mutable list, but it only reads it. */
function writeHead(response: ServerResponse, status: number, head: HeaderList, extra: HeaderList): void {
  response.writeHead(status, (extra.length === 0 ? head : [...head, ...extra]) as string[]);
}
