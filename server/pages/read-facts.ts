import type { IncomingMessage } from 'node:http';
import type { Facts } from '#engine/decide/types.ts';
import { detectCountry } from '#server/country/country-of-address.ts';
import { createSenderReader } from './sender.ts';
import type { Settings } from '#server/settings/read-settings.ts';
import { readCookies } from './cookies.ts';

/** Reads from a request everything a decision may depend on, but for what must be looked up. */
export type ReadFacts = (request: IncomingMessage, url: string, now: number) => Facts;

export function createReadFacts(settings: Pick<Settings, 'countryHeader' | 'trustedProxies'>): ReadFacts {
  const sender = createSenderReader(settings.trustedProxies);
  const { countryHeader } = settings;
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
      // Few decisions ask for it, so it is looked up only then.
      get country() {
        const { address, trusted } = sender(request);
        const header = trusted && countryHeader !== '' ? headers[countryHeader] : null;
        return detectCountry({ address, edgeHeader: typeof header === 'string' ? header : null });
      },
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
