import type { IncomingMessage } from 'node:http';
import { BlockList } from 'node:net';
import type { Facts } from '#engine/decide/types.ts';
import type { Settings } from '#server/settings/read-settings.ts';
import { readCookies } from './cookies.ts';

/** Reads from a request everything a decision may depend on, but for what must be looked up. */
export type ReadFacts = (request: IncomingMessage, url: string, now: number) => Facts;

export function createReadFacts(settings: Pick<Settings, 'countryHeader' | 'trustedProxies'>): ReadFacts {
  const readCountry = createReadCountry(settings);
  return (request, url, now) => {
    const { headers } = request;
    return {
      method: request.method ?? 'GET',
      url,
      cookies: readCookies(headers.cookie),
      acceptLanguage: headers['accept-language'] ?? '',
      referrer: headers.referer ?? '',
      userAgent: headers['user-agent'] ?? '',
      prefetch: isPrefetch(headers['sec-purpose']) || isPrefetch(headers['purpose']),
      navigation: isNavigation(url),
      now,
      country: readCountry(request),
    };
  };
}

/** The client asks for the JSON representation of the page. */
export function isNavigation(url: string): boolean {
  return url.includes('_nav=1') && /[?&]_nav=1(?:&|$)/.test(url);
}

function isPrefetch(purpose: string | readonly string[] | undefined): boolean {
  return typeof purpose === 'string' && purpose.includes('prefetch');
}

function createReadCountry({ countryHeader, trustedProxies }: Pick<Settings, 'countryHeader' | 'trustedProxies'>) {
  if (countryHeader === '') return () => null;
  const trusted = new BlockList();
  for (const { address, prefix, family } of trustedProxies) trusted.addSubnet(address, prefix, family);
  return (request: IncomingMessage): string | null => {
    const sender = request.socket.remoteAddress ?? '';
    const value = request.headers[countryHeader];
    if (typeof value !== 'string' || !/^[A-Za-z]{2}$/.test(value)) return null;
    return trusted.check(sender, sender.includes(':') ? 'ipv6' : 'ipv4') ? value.toUpperCase() : null;
  };
}
