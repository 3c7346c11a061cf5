import type { IncomingMessage } from 'node:http';
import type { RedirectTarget } from './page-request.ts';

/**
 * The request that the browser would send after the redirect of its form: GET, for in-app navigation, with the cookies of the response,
 * otherwise unchanged.
 */
export function createNextRequest(request: IncomingMessage, { location, cookies }: RedirectTarget): IncomingMessage {
  const [path = ''] = location.split('#', 1);
  const set = cookies.map(({ name, value }) => `${name}=${encodeURIComponent(value)}`);
  // The first cookie of a name takes precedence.
  const cookie = [...set, request.headers.cookie ?? ''].filter((part) => part !== '').join('; ');
  const own = {
    method: { value: 'GET' },
    url: { value: `${path}${path.includes('?') ? '&' : '?'}_nav=1` },
    headers: { value: { ...request.headers, cookie } },
  };
  // Checked edge: the same request except for these properties.
  return Object.create(request, own) as IncomingMessage;
}

/** Whether the client prefers the redirect target's page to its address (RFC 7240, 4.2). */
export function asksForNext({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return headers['prefer'] === 'return=representation';
}
