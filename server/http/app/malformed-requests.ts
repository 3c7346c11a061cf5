import type { IncomingMessage, ServerResponse } from 'node:http';

/**
 * Fields that a request has once at most. Node takes the first of several, a proxy in front may have read the last: whoever sends two means to
 * be understood twice. Node itself refuses two lengths, a length beside chunks and HTTP/1.1 without `Host`.
 */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'origin',
  'content-type',
  'content-length',
  'content-encoding',
  'authorization',
]);
const MIN_LINE_LENGTH = 'host'.length;
const MAX_LENGTH = 'content-encoding'.length;

const HOST = /^(?:\[[\da-f:.]+\]|[\w.~%-]+)(?::\d{1,5})?$/i;

/**
 * Whether a request can be understood in one way alone (RFC 9112, 3.2): one valid `Host`, which the address names too where it is a
 * whole one. Of such an address the path is left, as in any other request.
 */
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
    if (name.length < MIN_LINE_LENGTH || name.length > MAX_LENGTH) continue;
    const field = name.toLowerCase();
    if (!SINGLE.has(field)) continue;
    if (seen.includes(`,${field},`)) return true;
    seen += `,${field},`;
  }
  return false;
}

/** Nothing more is read of the connection: its parts may be anybody's. */
export function sendBadRequest(response: ServerResponse): void {
  response.writeHead(400, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    Connection: 'close',
  });
  response.end('The request can be understood in several ways.\n');
}
