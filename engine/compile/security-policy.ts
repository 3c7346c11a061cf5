import { createHash } from 'node:crypto';

/** Source expression of an inline script or style (CSP Level 3, 2.3.1). */
function hashSource(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/**
 * The Content-Security-Policy of a page: a constant of its template, because every inline script and style is known when it is compiled.
 * `strict-dynamic` is left out on purpose: it would block `import()` from a hashed inline script.
 */
export function contentSecurityPolicy(options: {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly secure: boolean;
}): string {
  const directives = [
    `default-src 'none'`,
    `script-src ${["'self'", ...options.scripts.map(hashSource)].join(' ')}`,
    `style-src ${["'self'", ...options.styles.map(hashSource)].join(' ')}`,
    `img-src 'self' data:`,
    `font-src 'self'`,
    `connect-src 'self'`,
    `manifest-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types vitrine`,
  ];
  if (options.secure) directives.push('upgrade-insecure-requests');
  return directives.join('; ');
}
