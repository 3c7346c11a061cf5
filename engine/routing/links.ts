import { escapeAttribute } from '#engine/shared/escape.ts';
import { UserError } from '#engine/shared/errors.ts';
import { getNativeLanguageName } from '#engine/i18n/languages.ts';
import type { DocumentId } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { type RoutedSite, type RouteTable, createRouteTable } from './route-table.ts';
import { decodeFormValue, withoutParameters } from './split-url.ts';

export type HrefInput = {
  readonly locale: Locale;
  /** With or without `?`. */
  readonly query?: string;
  /** With or without `#`. */
  readonly hash?: string;
} & ({ readonly document: DocumentId } | { readonly path: string });

export interface AlternateLink {
  /** A language, or `x-default`. */
  readonly hreflang: string;
  /** Absolute. */
  readonly href: string;
}

/** One entry of a language menu; the same shape as `LanguageOption` of `engine/block-kit`. */
export interface LanguageLink {
  readonly locale: Locale;
  readonly name: string;
  readonly href: string;
  readonly current: boolean;
}

/** Query parameters that a language switch replaces, or of one request only. */
const TRANSIENT = ['lang', '_nav'];

/** Path with base path and language prefix (R20, R28). Throws if the document has no URL. */
export function buildHref(site: RoutedSite, input: HrefInput): string {
  const table = createRouteTable(site);
  const path = 'path' in input ? input.path : findPath(input.document, table);
  return localizedPath(path, input.locale, table) + withMark('?', input.query) + withMark('#', input.hash);
}

/** The absolute URL of a page in a language, without query and hash. */
export function buildCanonicalUrl(
  site: RoutedSite,
  path: string,
  locale: Locale,
  origin = site.deployment.publicOrigin,
): string {
  return origin + localizedPath(path, locale, createRouteTable(site));
}

/** `hreflang` links of a page with `x-default`; none if URLs contain no language (R20). */
export function listAlternates(
  site: RoutedSite,
  path: string,
  origin = site.deployment.publicOrigin,
): readonly AlternateLink[] {
  const table = createRouteTable(site);
  if (table.strategy === 'no_prefix') return [];
  const links = table.available.map((locale) => ({
    hreflang: locale as string,
    href: buildCanonicalUrl(site, path, locale, origin),
  }));
  return [...links, { hreflang: 'x-default', href: buildCanonicalUrl(site, path, table.defaultLocale, origin) }];
}

/**
 * The language menu: each link keeps path, query and hash (R23) and has `lang`, so that the choice is stored
 * without JavaScript. `query` is that of the request; it may be appended later to a link without one.
 */
export function listLanguageChoices(
  site: RoutedSite,
  path: string,
  current: Locale,
  query: string,
  hash = '',
): readonly LanguageLink[] {
  const table = createRouteTable(site);
  const rest = withoutLanguageSwitch(query);
  return table.available.map((locale) => ({
    locale,
    name: getNativeLanguageName(locale),
    href: `${localizedPath(path, locale, table)}?lang=${locale}${rest}${withMark('#', hash)}`,
    current: locale === current,
  }));
}

/** The query after a language switch: empty, or `&` and the first pairs, up to 1,000 characters of markup. Absolute http(s) URLs are encoded (R23). */
export function withoutLanguageSwitch(query: string): string {
  const rest = withoutParameters(query.startsWith('?') ? query.slice(1) : query, TRANSIENT);
  if (rest === '') return '';
  let pairs = '';
  let left = MAX_CACHED;
  for (const pair of rest.split('&')) {
    const more = `&${encodeUrlValue(pair)}`;
    left -= escapeAttribute(more).length;
    if (left < 0) break;
    pairs += more;
  }
  return pairs;
}

/** Maximum length of that query in markup: every link of a page may contain it. */
const MAX_CACHED = 1_000;

/** Name of a document's route in one language: `<id>___<locale>` (R20). */
export function getRouteName(document: DocumentId, locale: Locale): string {
  return `${document}___${locale}`;
}

function findPath(document: DocumentId, { paths }: RouteTable): string {
  const path = paths.get(document);
  if (path !== undefined) return path;
  throw new UserError(`The document "${document}" has no address. Link to a page or to a landing with a slug.`);
}

function localizedPath(path: string, locale: Locale, table: RouteTable): string {
  const prefixed =
    table.strategy === 'prefix' || (table.strategy === 'prefix_except_default' && locale !== table.defaultLocale);
  const prefix = prefixed ? `/${locale}` : '';
  if (path === '/') return `${table.base}${prefix === '' ? '/' : prefix}`;
  return `${table.base}${prefix}${table.localPaths.get(path)?.[locale] ?? path}`;
}

function withMark(mark: '?' | '#', text = ''): string {
  if (text === '' || text === mark) return '';
  return text.startsWith(mark) ? text : mark + text;
}

function encodeUrlValue(pair: string): string {
  const equals = pair.indexOf('=');
  if (equals < 0) return pair;
  const value = decodeFormValue(pair.slice(equals + 1));
  return /^https?:\/\//i.test(value) ? `${pair.slice(0, equals + 1)}${encodeURIComponent(value.toWellFormed())}` : pair;
}
