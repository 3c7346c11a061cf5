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
    // With an edge, header lists differ per request.
    const microCache = edge === null ? options.microCache : undefined;
    const { extra } = options;
    const whole = { status: answer.status, head: withEdge(head, edge, headOptions), extra, own: NOTHING };
    sendWhole(request, response, { ...whole, body, microCache, now });
    return 'shared';
  }
  // Browsers log failed fetches to the console, so in-app navigation gets 200 and the status in a header.
  const status = navigation ? 200 : answer.status;
  const extra = options.echo.length === 0 ? options.extra : [...options.extra, ...options.echo];
  const own = toSetCookieHeaders(answer.cookies, options);
  const { microCache } = options;
  if (!filled && !navigation && !answer.confidential) {
    const head = buildSizedPrivateHead(headOptions, body.length);
    sendWhole(request, response, { status, head, extra, own, body, microCache, now });
    return 'personal';
  }
  const build = options.isOfAddress && !navigation ? buildAddressHead : buildPrivateHead;
  own.push('Content-Length', String(body.length));
  if (navigation) own.push(STATUS_HEADER, String(answer.status));
  sendWhole(request, response, { status, head: build(headOptions), extra, own, body, microCache, now });
  return navigation ? 'navigation' : 'personal';
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
  const own = isPrivate ? [...options.echo, ...toSetCookieHeaders(cookies, options)] : NOTHING;
  writeHead(response, navigation ? 200 : status, head, [...options.extra, ...own]);
  response.end(request.method === 'HEAD' ? undefined : body);
  return navigation ? 'navigation' : 'redirect';
}

/** A response whose headers may be those of an earlier one. */
interface WholeResponse {
  readonly status: number;
  readonly head: HeaderList;
  /** Headers that most responses do not have. */
  readonly extra: HeaderList;
  /** Headers of this response only. */
  readonly own: HeaderList;
  readonly body: Buffer;
  readonly microCache: MicroCache | undefined;
  readonly now: number;
}

/** Sends a response, with the headers of an earlier one where they are the same. */
function sendWhole(
  request: IncomingMessage,
  response: ServerResponse,
  { status, head, extra, own, body, microCache, now }: WholeResponse,
): void {
  const ready = status === 200 && extra.length === 0 ? microCache : undefined;
  if (ready?.send(request, response, head, body, now, own) === true) return;
  writeHead(response, status, head, [...extra, ...own]);
  ready?.note(request, response, head, own);
  response.end(request.method === 'HEAD' ? undefined : body);
}

const NOTHING: HeaderList = [];

/** First, because the edge's header must precede `Cache-Control`. */
function withEdge(head: HeaderList, edge: Edge | null, options: HeadOptions): HeaderList {
  return edge === null ? head : [...edge.headers(computeCacheSeconds(options)), ...head];
}

function toSetCookieHeaders(
  cookies: readonly SetCookie[],
  { cookieScope }: Pick<WriteOptions, 'cookieScope'>,
): string[] {
  const headers: string[] = [];
  for (const cookie of cookies) headers.push('Set-Cookie', writeCookie(cookie, cookieScope));
  return headers;
}

/** The type of `writeHead` requires a mutable list, but it only reads it. */
function writeHead(response: ServerResponse, status: number, head: HeaderList, extra: HeaderList): void {
  response.writeHead(status, (extra.length === 0 ? head : [...head, ...extra]) as string[]);
}
