import type { IncomingMessage } from 'node:http';
import type { RedirectTarget } from './page-request.ts';

/**
 * The request that the browser would send next, if it knew where its form leads: by GET, for in-app navigation, with the cookies
 * of the answer. Everything else is as in the one that brought the form.
 */
export function nextRequest(request: IncomingMessage, { location, cookies }: RedirectTarget): IncomingMessage {
  const [path = ''] = location.split('#', 1);
  const set = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  // The first cookie of a name counts.
  const cookie = [...set, request.headers.cookie ?? ''].filter((part) => part !== '').join('; ');
  const own = {
    method: { value: 'GET' },
    url: { value: `${path}${path.includes('?') ? '&' : '?'}_nav=1` },
    headers: { value: { ...request.headers, cookie } },
  };
  // The checked edge: it is the same request but for these three.
  return Object.create(request, own) as IncomingMessage;
}

/** Whether the browser wants the page that its form leads to, not only the address (RFC 7240, 4.2). */
export function asksForNext({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['prefer'] === 'return=representation';
}
