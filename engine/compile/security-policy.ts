import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { buildUpgradePolicy } from '#engine/shared/build-upgrade-policy.ts';
import { TAG_POLICY, tagManagerSources } from '#engine/shared/tag-manager.ts';
import type { PageScripts } from './build-page-scripts.ts';

/** Most pages have the same scripts, and the same styles as the previous page. */
const hashes = new LRUCache<string, string>({ max: 32 });

/** Source expression of an inline script or style (CSP Level 3, 2.3.1). */
function hashSource(text: string): string {
  const source = hashes.get(text) ?? `'sha256-${hash('sha256', text, 'base64')}'`;
  hashes.set(text, source);
  return source;
}

/**
 * The Content-Security-Policy of a page: a constant of its template, because every inline script and style is known at compile time.
 * `strict-dynamic` is omitted, because it would block `import()` from a hashed inline script.
 */
export function buildContentSecurityPolicy(options: {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  readonly secure: boolean;
  /** See `PageScripts`. */
  readonly policy: PageScripts['policy'];
  /** Origins of frames that blocks of the page open. */
  readonly frames?: readonly string[];
  /** Whether a block of the page plays videos of the site. */
  readonly hasMedia?: boolean;
  /** Other hosts whose GraphQL API the page calls. */
  readonly apiOrigins?: readonly string[];
}): string {
  const { policy } = options;
  const tags = policy === 'tags' ? tagManagerSources : null;
  const policies = ['vitrine', ...(policy === 'plain' ? [] : [TAG_POLICY]), ...(tags ? [tags.policies] : [])];
  const frames = [...(tags ? [tags.frame] : []), ...(options.frames ?? [])];
  const more = (sources: string | undefined): string => (sources === undefined ? '' : ` ${sources}`);
  const directives = [
    `default-src 'none'`,
    `script-src ${["'self'", ...options.scripts.map(hashSource)].join(' ')}${more(tags?.script)}`,
    `style-src ${["'self'", ...options.styles.map(hashSource)].join(' ')}`,
    `img-src 'self' data:${more(tags?.image)}`,
    `font-src 'self'`,
    `connect-src ${["'self'", ...(options.apiOrigins ?? [])].join(' ')}${more(tags?.connect)}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
    ...(options.hasMedia === true ? [`media-src 'self'`] : []),
    `manifest-src 'self'`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types ${policies.join(' ')}`,
  ];
  return buildUpgradePolicy(directives.join('; '), options.secure);
}
