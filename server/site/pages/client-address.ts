import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Settings } from '#server/platform/settings/read-settings.ts';

export interface ClientAddress {
  /** Client address, with trusted proxies removed. */
  readonly address: string;
  /** Whether the request came through a trusted proxy, so that its headers are accepted. */
  readonly trusted: boolean;
}

/** Finds the client address: the last one in `X-Forwarded-For` that is not a trusted proxy. Earlier ones can be forged. */
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

/** IPv4 addresses have the form `::ffff:192.0.2.1` on dual-stack sockets. */
function unmapped(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
