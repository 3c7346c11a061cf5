import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Header fields that may occur only once. Node.js uses the first value, but a proxy may have used the last one (request smuggling). Node.js itself
 * rejects duplicate lengths, a length with chunked encoding and HTTP/1.1 without `Host`.
 */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'origin',
  'content-type',
  'content-length',
  'content-encoding',
  'authorization',
]);
/** Names of other lengths, which most have, need not be written in lower case. */
const LENGTHS: ReadonlySet<number> = new Set([...SINGLE].map((name) => name.length));

const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%-]+)(?::\d{1,5})?$/i;

/** Whether a request is unambiguous (RFC 9112, 3.2): one valid `Host`, equal to that of an absolute address. Such an address is reduced to its path. */
export function isUnambiguous(request: Pick<IncomingMessage, 'rawHeaders' | 'headers' | 'url'>): boolean {
  const { rawHeaders, headers, url = '' } = request;
  const { host } = headers;
  if (hasTwoOfOne(rawHeaders) || (host !== undefined && !HOST.test(host))) return false;
  if (url.startsWith('/') || url === '*') return true;
  const [whole, authority = ''] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  if (whole === undefined || authority.toLowerCase() !== host?.toLowerCase()) return false;
  const path = url.slice(whole.length);
  request.url = path.startsWith('/') ? path : `/${path}`;
  return true;
}

function hasTwoOfOne(rawHeaders: readonly string[]): boolean {
  let seen = '';
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    if (!LENGTHS.has(name.length)) continue;
    const field = name.toLowerCase();
    if (!SINGLE.has(field)) continue;
    if (seen.includes(`,${field},`)) return true;
    seen += `,${field},`;
  }
  return false;
}

/** Closes the connection: the boundaries of further requests are unknown. */
export function sendBadRequest(response: ServerResponse): void {
  response.writeHead(400, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end('The request can be understood in several ways.\n');
}
