/**
 * The /56 around a /64: what providers give one household or firm (RIPE-690), so that 256 networks may belong to one person.
 *
 * @param network See `rateLimitKey`.
 * @returns `null` for an IPv4 address, which is counted alone.
 */
export function ipv6Prefix(network: string): string | null {
  const groups = splitGroups(network);
  if (groups === null) return null;
  const [a, b, c, last = '0'] = groups;
  return `${a}:${b}:${c}:${(Number.parseInt(last, 16) & 0xff00).toString(16)}::/56`;
}

/** Whom a network belongs to at most: `provider` is an IPv6 /32 or an IPv4 /16, `site` an IPv6 /48 or an IPv4 /24 in it. */
export interface ClientPrefix {
  readonly provider: string;
  readonly site: string;
}

/** @param network Of either width. */
export function toClientPrefix(network: string): ClientPrefix {
  const groups = splitGroups(network);
  const [parts, separator] = groups === null ? [network.split('.'), '.'] : [groups, ':'];
  return { provider: parts.slice(0, 2).join(separator), site: parts.slice(0, 3).join(separator) };
}

const splitGroups = (network: string): readonly string[] | null =>
  network.includes('::/') ? network.slice(0, network.indexOf('::/')).split(':') : null;
