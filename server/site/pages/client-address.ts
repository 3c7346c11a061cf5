import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';
import type { Settings } from '#server/platform/settings/read-settings.ts';

export interface ClientAddress {
  /** Client address, with trusted proxies removed. */
  readonly address: string;
  /** Whether the request came through a trusted proxy, so that its headers are accepted. */
  readonly trusted: boolean;
}

type ReadClientAddress = (request: IncomingMessage) => ClientAddress;

const readers = new WeakMap<Settings['trustedProxies'], ReadClientAddress>();

/**
 * Finds the client address: the last one in `X-Forwarded-For` that is not a trusted proxy. Earlier ones can be forged. Callers with the same setting share a
 * reader, which knows the address of the last request: several parts need it.
 */
export function createClientAddressReader(proxies: Settings['trustedProxies']): ReadClientAddress {
  let reader = readers.get(proxies);
  if (reader === undefined) readers.set(proxies, (reader = createReader(proxies)));
  return reader;
}

function createReader(proxies: Settings['trustedProxies']): ReadClientAddress {
  const list = new BlockList();
  for (const { address, prefix, family } of proxies) list.addSubnet(address, prefix, family);
  const isTrusted = (address: string, family = isIP(address)): boolean =>
    family !== 0 && list.check(address, family === 6 ? 'ipv6' : 'ipv4');
  const isClient = (address: string): boolean => {
    const family = isIP(address);
    return family !== 0 && !isTrusted(address, family);
  };
  /** Usually the proxy of the last request. */
  let proxy = { address: '', isTrusted: false };

  const read: ReadClientAddress = (request) => {
    const peer = request.socket.remoteAddress ?? '';
    if (peer !== proxy.address) proxy = { address: peer, isTrusted: proxies.length > 0 && isTrusted(unmapped(peer)) };
    if (!proxy.isTrusted) return { address: unmapped(peer), trusted: false };
    const given = request.headers['x-forwarded-for'] ?? '';
    const forwarded = typeof given === 'string' ? given : given.join(',');
    return { address: findLastAddress(forwarded, isClient) ?? unmapped(peer), trusted: true };
  };

  let last: { readonly request: IncomingMessage; readonly client: ClientAddress } | undefined;
  return (request) => {
    if (last?.request !== request) last = { request, client: read(request) };
    return last.client;
  };
}

/** The last address of a list that matches. */
function findLastAddress(list: string, matches: (address: string) => boolean): string | undefined {
  for (let end = list.length; end > 0;) {
    const start = list.lastIndexOf(',', end - 1) + 1;
    const address = unmapped(list.slice(start, end).trim());
    if (matches(address)) return address;
    end = start - 1;
  }
  return undefined;
}

/** IPv4 addresses have the form `::ffff:192.0.2.1` on dual-stack sockets. */
function unmapped(address: string): string {
  return address.startsWith('::ffff:') && isIP(address.slice(7)) === 4 ? address.slice(7) : address;
}
