/**
 * The /56 of a /64: the size that providers assign to a customer (RIPE-690), so 256 networks may belong to one person.
 *
 * @param network see `getRateLimitKey`
 * @returns `null` for an IPv4 address, which is counted by itself
 */
export function getIpv6Prefix(network: string): string | null {
  const groups = splitGroups(network);
  if (groups === null) return null;
  const [a, b, c, last = '0'] = groups;
  return `${a}:${b}:${c}:${(Number.parseInt(last, 16) & 0xff00).toString(16)}::/56`;
}

/** Larger prefixes that may belong to one customer: `provider` is an IPv6 /32 or an IPv4 /16, `site` an IPv6 /48 or an IPv4 /24 within it. */
export interface ClientPrefix {
  readonly provider: string;
  readonly site: string;
}

/** Of the last network, because several counters of a request need it. */
let last = { network: '', prefix: splitNetwork('') };

/** @param network a network or its wider prefix */
export function toClientPrefix(network: string): ClientPrefix {
  if (network !== last.network) last = { network, prefix: splitNetwork(network) };
  return last.prefix;
}

function splitNetwork(network: string): ClientPrefix {
  const separator = network.includes(':') ? ':' : '.';
  const second = network.indexOf(separator, network.indexOf(separator) + 1);
  if (second < 0) return { provider: network, site: network };
  const third = network.indexOf(separator, second + 1);
  return { provider: network.slice(0, second), site: third < 0 ? network : network.slice(0, third) };
}

function splitGroups(network: string): readonly string[] | null {
  const end = network.indexOf('::/');
  return end < 0 ? null : network.slice(0, end).split(':');
}
