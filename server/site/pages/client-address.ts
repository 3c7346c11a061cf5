import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Settings } from '#server/platform/settings/read-settings.ts';

export interface ClientAddress {
  /** Of the visitor, after trusted proxies were taken off. */
  readonly address: string;
  /** The request came through a trusted proxy, so headers of the edge are believed. */
  readonly trusted: boolean;
}

/** Finds who sent a request: the last address in `X-Forwarded-For` that is not a trusted proxy. Others may write what they like into it. */
export function createClientAddressReader(
  proxies: Settings['trustedProxies'],
): (request: IncomingMessage) => ClientAddress {
  const list = new BlockList();
  for (const { address, prefix, family } of proxies) list.addSubnet(address, prefix, family);
  const isTrusted = (address: string): boolean =>
    isIP(address) !== 0 && list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');

  return (request) => {
    const peer = unmapped(request.socket.remoteAddress ?? '');
    if (proxies.length === 0 || !isTrusted(peer)) return { address: peer, trusted: false };
    const forwarded = [request.headers['x-forwarded-for'] ?? '']
      .flat()
      .join(',')
      .split(',')
      .map((item) => unmapped(item.trim()));
    const address = forwarded.findLast((item) => isIP(item) !== 0 && !isTrusted(item)) ?? peer;
    return { address, trusted: true };
  };
}

/** IPv4 addresses arrive as `::ffff:192.0.2.1` on sockets that listen to both families. */
function unmapped(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
