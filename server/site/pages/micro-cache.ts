import { createServer, type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { HeaderList } from './security-headers.ts';

/** Bytes of answers that are kept ready at a time. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Heads noted at a time: some lists are made anew for each answer, and never come again. */
const MAX_HEADS = 1_000;

/** What Node keeps of a head that it has written; no part of its documented interface, see `isMicroCacheSupported`. */
interface InnerResponse {
  _header: unknown;
  _headerSent: unknown;
}

interface CachedAnswer {
  /** As Node wrote it within this second, `Date` included. */
  readonly head: string;
  /** Head and body; made for the second one who asks. */
  whole?: Buffer | undefined;
}

/**
 * Answers that were sent within this second, head and body in one piece. Checking and writing a head, and handing it to the system apart
 * from the body, takes more time than all the rest of an answer. After a second all of them are let go of: `Date` has to be
 * right (RFC 9110, 6.6.1), and anyone who reads slowly still holds the old bytes.
 */
export class MicroCache {
  readonly #answers = new Map<HeaderList, CachedAnswer>();
  #second = 0;
  #bytes = 0;

  /**
   * Sends an answer of status 200 when one with this very head list was noted in the same second.
   *
   * @param now Milliseconds since 1970
   * @param cookies Values of `Set-Cookie` that this answer has alone
   * @returns whether it was sent
   * @throws TypeError for a cookie that no head may hold
   */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    head: HeaderList,
    body: Buffer,
    now: number,
    cookies: readonly string[] = [],
  ): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) this.#forget(second);
    const cached = this.#answers.get(head);
    if (cached === undefined || !isUsual(request, response)) return false;
    if (cookies.length > 0) {
      for (const cookie of cookies) validateHeaderValue('Set-Cookie', cookie);
      toInnerResponse(response)._header = withCookies(cached.head, cookies);
      response.end(body);
      return true;
    }
    const whole = (cached.whole ??= this.#join(cached.head, body));
    if (whole === undefined) return false;
    const inner: InnerResponse = toInnerResponse(response);
    inner._header = cached.head;
    inner._headerSent = true;
    response.end(whole);
    return true;
  }

  /** Notes the head of an answer that was written by `writeHead` alone, with these cookies at the end of its list. */
  note(request: IncomingMessage, response: ServerResponse, head: HeaderList, cookies: readonly string[] = []): void {
    if (this.#answers.size >= MAX_HEADS) return;
    const written = toInnerResponse(response)._header;
    if (typeof written !== 'string' || !isUsual(request, response)) return;
    const parts = written.split(formatCookieLines(cookies));
    if (cookies.length === 0) this.#answers.set(head, { head: written });
    else if (parts.length === 2) this.#answers.set(head, { head: parts.join('') });
  }

  #forget(second: number): void {
    this.#second = second;
    this.#bytes = 0;
    this.#answers.clear();
  }

  #join(head: string, body: Buffer): Buffer | undefined {
    this.#bytes += head.length + body.length;
    return this.#bytes > MAX_BYTES ? undefined : Buffer.concat([Buffer.from(head, 'latin1'), body]);
  }
}

const formatCookieLines = (cookies: readonly string[]): string =>
  cookies.map((cookie) => `Set-Cookie: ${cookie}\r\n`).join('');

/** Before the empty line that ends a head. */
const withCookies = (head: string, cookies: readonly string[]): string =>
  `${head.slice(0, -2)}${formatCookieLines(cookies)}\r\n`;

/** Whether this answer has the head of all others: neither the connection nor the method changes it. */
function isUsual({ method, httpVersion }: IncomingMessage, response: ServerResponse): boolean {
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    response.shouldKeepAlive &&
    !(response as { readonly maxRequestsOnConnectionReached?: boolean }).maxRequestsOnConnectionReached
  );
}

const toInnerResponse = (response: ServerResponse): InnerResponse => response as unknown as InnerResponse;

/** Milliseconds that the check may take before it counts as failed. */
const TIMEOUT_MS = 2_000;

/**
 * Whether this version of Node sends kept answers as it sends others: what they rest on is not documented, so it is tried at the start
 * over a connection in memory, and a server without them is only slower.
 */
export async function isMicroCacheSupported(): Promise<boolean> {
  const body = Buffer.from('kept');
  const head = ['Content-Type', 'text/plain', 'Content-Length', String(body.length)];
  const answers = new MicroCache();
  const now = Date.now();
  const sent: boolean[] = [];
  let written = '';
  const server = createServer((request, response) => {
    const cookies = request.url === '/' ? [] : ['own=1; Path=/', 'other=2'];
    sent.push(answers.send(request, response, head, body, now, cookies));
    if (sent.at(-1) === true) return;
    response.writeHead(200, head);
    answers.note(request, response, head);
    written ||= String(toInnerResponse(response)._header);
    response.end(body);
  });
  const [client, connection] = duplexPair();
  server.emit('connection', connection);
  const timer = setTimeout(() => client.destroy(), TIMEOUT_MS);
  const ask = (path: string, more = ''): string => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n`;
  client.write(ask('/').repeat(3) + ask('/own').repeat(2) + ask('/', 'Connection: close\r\n'));
  const answered = await text(client).catch(() => '');
  clearTimeout(timer);
  const own = withCookies(written, ['own=1; Path=/', 'other=2']);
  const expected = [written, written, written, own, own].map((each) => `${each}kept`).join('');
  const rest = answered.slice(expected.length);
  return (
    sent.join() === 'false,true,true,true,true,false' &&
    written.startsWith('HTTP/1.1 200 OK\r\n') &&
    written.endsWith('\r\n\r\n') &&
    answered.startsWith(expected) &&
    rest.startsWith('HTTP/1.1 200 OK\r\n') &&
    rest.endsWith('\r\n\r\nkept')
  );
}
