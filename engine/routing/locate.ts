import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { RouteTable } from './route-table.ts';
import { normalizePath } from './split-url.ts';

/** A parsed path. */
export interface Location {
  /** Language prefix; `null` without one. */
  readonly prefix: Locale | null;
  /** Own path of the document, in place of that in a language; without base path and prefix, with a leading slash. */
  readonly path: string;
  /** The complete canonical path; differs from the requested one in slashes, and where the document has another path in the language. */
  readonly canonical: string;
}

/** Parses a path; `null` outside the base path. Only lower-case prefixes of available languages count. */
export function locate(requested: string, table: RouteTable): Location | null {
  if (!requested.startsWith('/')) return null;
  const { base } = table;
  const clean = normalizePath(requested);
  if (base !== '' && clean !== base && !(clean.startsWith(base) && clean[base.length] === '/')) return null;
  const inside = clean === base ? '/' : clean.slice(base.length);
  const prefix = table.strategy === 'no_prefix' ? null : readPrefix(inside, table);
  const written = prefix === null ? inside : inside.slice(prefix.length + 1) || '/';
  const path = table.pathsByLocalPath.get(written) ?? written;
  const local = table.localPaths.get(path)?.[prefix ?? table.defaultLocale] ?? path;
  // Without a prefix, the language of the page is not known yet, unless it is that of all addresses without one.
  const isMoved = local !== written && (prefix !== null || table.strategy === 'prefix_except_default');
  return {
    prefix,
    path,
    // The root of a base path has a trailing slash: `/shop` redirects to `/shop/`.
    canonical: clean === base ? `${base}/` : isMoved ? clean.slice(0, clean.length - written.length) + local : clean,
  };
}

function readPrefix(path: string, { locales }: RouteTable): Locale | null {
  const end = path.indexOf('/', 1);
  return locales.get(end < 0 ? path.slice(1) : path.slice(1, end)) ?? null;
}
