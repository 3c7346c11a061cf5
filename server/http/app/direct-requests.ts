import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Settings } from '#server/platform/settings/read-settings.ts';
import { isThisMachine } from '#server/platform/settings/this-machine.ts';

type Asked = Pick<IncomingMessage, 'headers' | 'httpVersionMajor' | 'httpVersionMinor'> & {
  readonly socket: { readonly remoteAddress?: string | undefined };
};

/** Headers of proxies, balancers, tunnels and content delivery networks, which no browser and no program sends of itself. */
const FORWARDING =
  /^(?:forwarded|via|cdn-loop|client-ip|true-client-ip|x-(?:forwarded|original|real|client|cluster-client|remote|proxy|envoy|azure|arr|amzn|amz-cf|appengine|cloud|vercel|nf|ms|accel|varnish|ssl|scheme|tunnel)(?:-.*)?|(?:x-)?(?:cf|cloudfront|fastly|fly|akamai|tailscale|ngrok|ali|incap)-.*)$/;

/**
 * Whether a request is answered. Demo mode shows mails, a playground and an admin whose password was printed to the person at this
 * machine, so it answers nobody else: only connections of this machine that name it, which no proxy handed on. A proxy that adds no header
 * speaks HTTP/1.0, as nginx does unless its settings say otherwise. A page of another name that leads to this machine (DNS rebinding) gets
 * nothing. In production the proxy in front knows who may ask.
 */
export function answersRequests({ mode }: Pick<Settings, 'mode'>): (request: Asked) => boolean {
  return mode === 'demo' ? isDirect : () => true;
}

function isDirect({ headers, httpVersionMajor, httpVersionMinor, socket }: Asked): boolean {
  const name = URL.parse(`http://${headers.host ?? ''}`)?.hostname ?? '';
  return (
    isThisMachine(name) &&
    isThisMachine(socket.remoteAddress ?? '') &&
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
