/** Header names and values in turn, as `ServerResponse.writeHead` takes them. */
export type HeaderList = readonly string[];

/** For everything that is not a page: it loads nothing and nobody frames it. */
export const closedPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Headers of every answer; constants of the deployment, so they cost nothing per request. */
export function securityHeaders(publicOrigin: string): HeaderList {
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
  if (publicOrigin.startsWith('https:'))
    headers.push('Strict-Transport-Security', 'max-age=63072000; includeSubDomains');
  return headers;
}
