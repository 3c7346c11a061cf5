import type { Settings } from '#server/platform/settings/read-settings.ts';

/** Header names and values alternating, as `ServerResponse.writeHead` accepts them. */
export type HeaderList = readonly string[];

/** For all responses except pages: loads nothing and cannot be framed. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Hsts = Settings['hsts'];

/** Two years in seconds: the requirement for preload lists. */
const HSTS_SECONDS = 63_072_000;

/** Values of `Strict-Transport-Security` (RFC 6797, 6.1); `null` for no header. */
const hstsValues: Readonly<Record<Hsts, string | null>> = {
  host: `max-age=${HSTS_SECONDS}`,
  subdomains: `max-age=${HSTS_SECONDS}; includeSubDomains`,
  preload: `max-age=${HSTS_SECONDS}; includeSubDomains; preload`,
  off: null,
  forget: 'max-age=0',
};

/** Headers of every response; computed once per deployment. */
export function buildSecurityHeaders({
  publicOrigin,
  hsts,
  listed,
}: Pick<Settings, 'publicOrigin' | 'hsts' | 'listed'>): HeaderList {
  const headers = [
    'X-Content-Type-Options',
    'nosniff',
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    'Permissions-Policy',
    'camera=(), microphone=(), geolocation=(), payment=(), usb=(), browsing-topics=()',
  ];
  const value = hstsValues[hsts];
  // Browsers ignore it over http (RFC 6797, 7.2).
  if (publicOrigin.startsWith('https:') && value !== null) headers.push('Strict-Transport-Security', value);
  if (!listed) headers.push('X-Robots-Tag', 'noindex');
  return headers;
}
