import { createServer, type IncomingMessage, type ServerResponse, validateHeaderValue } from 'node:http';
import { duplexPair } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { HeaderList } from './security-headers.ts';

/** Maximum bytes of cached responses. */
const MAX_BYTES = 8 * 1024 * 1024;

/** Maximum tracked headers: some lists are new for each response. */
const MAX_HEADS = 1_000;

/** Node.js's written headers; undocumented, see `isMicroCacheSupported`. */
interface InnerResponse {
  _header: unknown;
  _headerSent: unknown;
}

interface MicroCacheEntry {
  /** As written by Node.js within this second, including `Date`. */
  readonly head: string;
  /** Headers and body, created for the second request. */
  whole?: Buffer | undefined;
}

/**
 * Responses sent within the current second, headers and body in one buffer. Validating and writing headers, and sending them separately from the body, takes
 * more time than the rest of a response. Cleared every second, because `Date` has to be right (RFC 9110, 6.6.1).
 */
export class MicroCache {
  readonly #answers = new Map<HeaderList, MicroCacheEntry>();
  #second = 0;
  #bytes = 0;

  /**
   * Sends a response with status 200 if one with the same header list was recorded in this second.
   *
   * @param now milliseconds since 1970
   * @param own headers of this response only, after those of the list; their names are constants
   * @returns whether it was sent
   * @throws TypeError for an invalid value in `own`
   */
  send(
    request: IncomingMessage,
    response: ServerResponse,
    head: HeaderList,
    body: Buffer,
    now: number,
    own: HeaderList = NOTHING,
  ): boolean {
    const second = Math.floor(now / 1000);
    if (second !== this.#second) this.#forget(second);
    const cached = this.#answers.get(head);
    if (cached === undefined || !isUsual(request, response)) return false;
    if (own.length > 0) {
      for (let i = 0; i < own.length; i += 2) validateHeaderValue(own[i] ?? '', own[i + 1] ?? '');
      toInnerResponse(response)._header = withOwn(cached.head, own);
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

  /** Records the headers of a response written by `writeHead`, with `own` after those of the list. */
  note(request: IncomingMessage, response: ServerResponse, head: HeaderList, own: HeaderList = NOTHING): void {
    if (this.#answers.size >= MAX_HEADS) return;
    const written = toInnerResponse(response)._header;
    if (typeof written !== 'string' || !isUsual(request, response)) return;
    const parts = written.split(formatLines(own));
    if (own.length === 0) this.#answers.set(head, { head: written });
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

const NOTHING: HeaderList = [];

function formatLines(headers: HeaderList): string {
  let lines = '';
  for (let i = 0; i < headers.length; i += 2) lines += `${headers[i]}: ${headers[i + 1]}\r\n`;
  return lines;
}

/** Before the empty line that ends the headers. */
const withOwn = (head: string, own: HeaderList): string => `${head.slice(0, -2)}${formatLines(own)}\r\n`;

/** Whether connection and method leave the headers unchanged. */
function isUsual({ method, httpVersion }: IncomingMessage, response: ServerResponse): boolean {
  return (
    method === 'GET' &&
    httpVersion === '1.1' &&
    response.shouldKeepAlive &&
    !(response as { readonly maxRequestsOnConnectionReached?: boolean }).maxRequestsOnConnectionReached
  );
}

const toInnerResponse = (response: ServerResponse): InnerResponse => response as unknown as InnerResponse;

/** Timeout of the check in milliseconds. */
const TIMEOUT_MS = 2_000;

/**
 * Whether the micro-cache works with this version of Node.js, as it relies on internals: tested on start over an in-memory connection. Without it the server is
 * just slower.
 */
export async function isMicroCacheSupported(): Promise<boolean> {
  const body = Buffer.from('kept');
  const head = ['Content-Type', 'text/plain', 'Content-Length', String(body.length)];
  const own = ['Set-Cookie', 'own=1; Path=/', 'Set-Cookie', 'other=2'];
  const answers = new MicroCache();
  const now = Date.now();
  const sent: boolean[] = [];
  let written = '';
  const server = createServer((request, response) => {
    sent.push(answers.send(request, response, head, body, now, request.url === '/' ? NOTHING : own));
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
  const mine = withOwn(written, own);
  const expected = [written, written, written, mine, mine].map((each) => `${each}kept`).join('');
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
