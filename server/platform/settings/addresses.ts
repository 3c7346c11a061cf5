import { isIP } from 'node:net';
import { isLocalHost } from './local-host.ts';

/** Scheme, host and port; `http` for local hosts only. */
export function parseOrigin(text: string): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.origin !== text.replace(/\/$/, '') || url.username !== '') return undefined;
  return url.protocol === 'https:' || (url.protocol === 'http:' && isLocalHost(url.hostname)) ? url.origin : undefined;
}

/** `http` or `ws`, or their secure form; the plain one for local hosts only. */
export function parseAddress(text: string, scheme: 'http' | 'ws'): string | undefined {
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return undefined;
  const isAllowed = url.protocol === `${scheme}s:` || (url.protocol === `${scheme}:` && isLocalHost(url.hostname));
  return isAllowed ? url.href : undefined;
}

/** Collectors are in the internal network, where plain `http` is common. */
export function parseCollector(text: string): string | undefined {
  if (text === '') return '';
  const url = URL.parse(text);
  const isPlain =
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.search === '' && url.hash === '';
  return isPlain ? url.href.replace(/\/$/, '') : undefined;
}

/** Begins and ends with `/`. */
export function parseBasePath(text: string): string | undefined {
  if (!text.startsWith('/')) return undefined;
  const segments = text.split('/').filter((segment) => segment !== '');
  const plain = segments.every((segment) => /^[A-Za-z0-9_.~-]+$/.test(segment) && !/^\.+$/.test(segment));
  return plain ? ['', ...segments, ''].join('/') : undefined;
}

export interface Network {
  readonly address: string;
  readonly prefix: number;
  readonly family: 'ipv4' | 'ipv6';
}

/** Prefix lengths of the largest private networks: `10.0.0.0/8` (RFC 1918) and `fc00::/7` (RFC 4193). A larger one contains public addresses. */
const widest = { ipv4: 8, ipv6: 7 } as const;

/** An IP address or a network in CIDR notation, at most as large as private networks. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return undefined;
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const maxBits = version === 4 ? 32 : 128;
  const prefix = bits === undefined ? maxBits : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
  return prefix >= widest[family] && prefix <= maxBits ? { address, prefix, family } : undefined;
}
