import type { DocumentId } from '#engine/documents/types.ts';
import { escapeLocationPath, splitUrl, withoutParameters } from '#engine/routing/split-url.ts';
import { buildHref } from '#engine/routing/links.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { buildLanguageCookie, buildLocaleRedirectCookie } from './cookies.ts';
import type { MatchedUrl } from './match.ts';
import type { SitePlan } from './plan.ts';
import type { Facts, RedirectDecision } from './types.ts';
import type { VisitorLanguage } from './visitor.ts';

/** Paths below are never redirected for language (R22). */
const NEVER_REDIRECTED = '/acquisition/';

const NEGOTIATED = ['Accept-Language', 'Cookie'] as const;

function isReading({ method }: Facts): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** 308 to the normalized path: single slashes, none at the end; `null` when it is normalized. Reserved paths are left alone. */
export function findSlashRedirect(
  { location, requested, match: { query } }: MatchedUrl,
  facts: Facts,
): RedirectDecision | null {
  if (location === null || location.canonical === requested || isReserved(location.path) || !isReading(facts))
    return null;
  return redirect(308, location.canonical, query, facts);
}

/**
 * 301 from a former address to the current one (M14), in the language of the URL and with its query. `null` for other URLs, and for
 * documents without an address.
 */
export function findFormerRedirect(
  { match: { kind, path, prefix, query } }: MatchedUrl,
  facts: Facts,
  { site, table }: SitePlan,
): RedirectDecision | null {
  const target = kind === 'former' && isReading(facts) ? table.redirects.get(path) : undefined;
  if (target === undefined) return null;
  const { path: document, query: own, hash } = splitUrl(target);
  const to = table.paths.get(document);
  if (to === undefined) return null;
  // Without a language prefix in any case: a permanent redirect must not depend on the first visitor's language.
  const address = prefix === null ? table.base + to : buildHref(site, { path: to, locale: prefix });
  const decision = redirect(301, address, [own, query].filter((part) => part !== '').join('&'), facts);
  return hash === '' ? decision : { ...decision, location: `${decision.location}#${hash}` };
}

/**
 * 302 to the URL with the prefix of the visitor's language (R21): for GET requests of pages without a language in the URL, if the strategy
 * gives that language a prefix. `null` when the page is rendered in place.
 */
export function findLanguageRedirect(
  matched: MatchedUrl,
  language: VisitorLanguage,
  facts: Facts,
  plan: SitePlan,
): RedirectDecision | null {
  const { match } = matched;
  if (match.prefix !== null || !isReading(facts) || !hasPrefix(language.locale, plan)) return null;
  // With the base path `/acquisition/`, all pages are below it and are rendered in place (R22).
  if (matched.requested.startsWith(NEVER_REDIRECTED)) return null;
  const { locale, source } = language;
  const remembered = buildLocaleRedirectCookie(plan.site.config.cookies.localeRedirect, locale);
  const cookies = source === 'query' ? [buildLanguageCookie(locale), remembered] : [remembered];
  return {
    ...redirect(302, buildHref(plan.site, { path: match.path, locale }), match.query, facts),
    cookies: facts.prefetch ? [] : cookies,
    vary: NEGOTIATED,
  };
}

/**
 * 302 to the admin sign-in (G3) in the page's language; `null` for a site without one. Returns to the path without its query, which may
 * contain search terms.
 */
export function signInRedirect(
  path: string,
  locale: Locale,
  facts: Facts,
  { site, table }: SitePlan,
  vary: readonly string[],
): RedirectDecision | null {
  if (!table.routes.has(SIGN_IN)) return null;
  const back = new URLSearchParams({ next: path }).toString();
  return { ...redirect(302, buildHref(site, { path: SIGN_IN, locale }), back, facts), vary };
}

/** 302 to a page named by a guard or a journey, without the query (R14). */
export function buildPageRedirect(
  document: DocumentId,
  locale: Locale,
  facts: Facts,
  { site, table }: SitePlan,
  vary: readonly string[],
): RedirectDecision {
  const path = table.paths.get(document) ?? '/';
  return { ...redirect(302, buildHref(site, { path, locale }), '', facts), vary };
}

/** 302 of in-app navigation to the page of a variation; the query stays (X6). */
export function buildExperimentRedirect(
  path: string,
  locale: Locale,
  query: string,
  facts: Facts,
  { site }: SitePlan,
): RedirectDecision {
  return { ...redirect(302, buildHref(site, { path, locale }), query, facts), reason: 'experiment' };
}

const SIGN_IN = '/admin/signin';

function hasPrefix(locale: Locale, { table }: SitePlan): boolean {
  return table.strategy === 'prefix' || (table.strategy === 'prefix_except_default' && locale !== table.defaultLocale);
}

/** In-app navigation follows redirects by address, so its representation parameter is removed. */
function redirect(status: 301 | 302 | 308, path: string, query: string, { navigation }: Facts): RedirectDecision {
  const rest = navigation ? withoutParameters(query, ['_nav']) : query;
  const location = escapeLocationPath(path) + (rest === '' ? '' : `?${escapeQuery(rest)}`);
  return { kind: 'redirect', status, location, cookies: [], vary: [], exposures: [] };
}

function escapeQuery(query: string): string {
  return query.replaceAll(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}
