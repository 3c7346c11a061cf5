import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { isLocalHost } from '#server/platform/settings/local-host.ts';

type Asked = Pick<IncomingMessage, 'headers' | 'httpVersionMajor' | 'httpVersionMinor'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** Headers of proxies, load balancers, tunnels and CDNs; clients do not send them by themselves. */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|client-ip|true-client-ip|x-(?:forwarded|original|real|client|cluster-client|remote|proxy|envoy|azure|arr|amzn|amz-cf|appengine|cloud|vercel|nf|ms|accel|varnish|ssl|scheme|tunnel)(?:-.*)?|(?:x-)?(?:cf|cloudfront|fastly|fly|akamai|tailscale|ngrok|ali|incap)-.*)$/;

/**
 * Whether a request may be answered in this mode. Demo mode exposes mails, a playground and an admin account whose password was printed, so
 * only direct connections from this machine to a local host name are answered. Proxies are recognized by their headers, or by HTTP/1.0, the
 * default of nginx. The host name check prevents DNS rebinding. In production, access is up to the proxy in front.
 */
export function createHostCheck({ mode }: Pick<Settings, 'mode'>): (request: Asked) => boolean {
  return mode === 'demo' ? isDirect : () => true;
}

function isDirect({ headers, httpVersionMajor, httpVersionMinor, socket }: Asked): boolean {
  const name = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return (
    isLocalHost(name) &&
    isLocalHost(socket.remoteAddress ?? '') &&
    (httpVersionMajor > 1 || httpVersionMinor > 0) &&
    !Object.keys(headers).some((header) => FORWARDING.test(header))
  );
}

/** 421 Misdirected Request (RFC 9110, 15.5.20). */
export function sendMisdirected(response: ServerResponse): void {
  response.writeHead(421, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' });
  response.end(
    'In demo mode this server answers requests of its own machine alone, under its own name, and none that a proxy handed on. Set VITRINE_MODE to "production" for a server that others reach.\n',
  );
}
