import type { Settings } from '#server/platform/settings/read-settings.ts';

/** Header names and values in turn, as `ServerResponse.writeHead` takes them. */
export type HeaderList = readonly string[];

/** For everything that is not a page: it loads nothing and nobody frames it. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

type Hsts = Settings['hsts'];

/** Two years, in seconds: what browsers ask of whom they build in. */
const HSTS_SECONDS = 63_072_000;

/** Values of `Strict-Transport-Security` (RFC 6797, 6.1); `null` sends none. */
const hstsValues: Readonly<Record<Hsts, string | null>> = {
  host: `max-age=${HSTS_SECONDS}`,
  subdomains: `max-age=${HSTS_SECONDS}; includeSubDomains`,
  preload: `max-age=${HSTS_SECONDS}; includeSubDomains; preload`,
  off: null,
  forget: 'max-age=0',
};

/** Headers of every answer; constants of the deployment, so they cost nothing per request. */
export function securityHeaders({
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
  // Over plain http browsers would ignore it (RFC 6797, 7.2).
  if (publicOrigin.startsWith('https:') && value !== null) headers.push('Strict-Transport-Security', value);
  if (!listed) headers.push('X-Robots-Tag', 'noindex');
  return headers;
}
