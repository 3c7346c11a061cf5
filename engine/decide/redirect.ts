import type { DocumentId } from '#engine/documents/types.ts';
import { escapeLocationPath, splitUrl, withoutParameters } from '#engine/routing/split-url.ts';
import { hrefFor } from '#engine/routing/links.ts';
import { isReserved } from '#engine/routing/reserved.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { languageCookie, localeRedirectCookie } from './cookies.ts';
import type { MatchedUrl } from './match.ts';
import type { SitePlan } from './plan.ts';
import type { Facts, RedirectDecision } from './types.ts';
import type { VisitorLanguage } from './visitor.ts';

/** Paths below it are never redirected for language (R22). */
const NEVER_REDIRECTED = '/acquisition/';

const NEGOTIATED = ['Accept-Language', 'Cookie'] as const;

function isReading({ method }: Facts): boolean {
  return method === 'GET' || method === 'HEAD';
}

/** 308 to the one form of a path with single slashes and none at the end; `null` when the path has it. Reserved paths are left alone. */
export function slashRedirect(
  { location, requested, match: { query } }: MatchedUrl,
  facts: Facts,
): RedirectDecision | null {
  if (location === null || location.canonical === requested || isReserved(location.path) || !isReading(facts))
    return null;
  return redirect(308, location.canonical, query, facts);
}

/**
 * 301 from a former address to that of its document (M14), in the language that the URL names; the query stays. `null` for other URLs,
 * and when the document has no address.
 */
export function formerRedirect(
  { match: { kind, path, prefix, query } }: MatchedUrl,
  facts: Facts,
  { site, table }: SitePlan,
): RedirectDecision | null {
  const target = kind === 'former' && isReading(facts) ? table.redirects.get(path) : undefined;
  if (target === undefined) return null;
  const { path: document, query: own, hash } = splitUrl(target);
  const to = table.paths.get(document);
  if (to === undefined) return null;
  // Without a prefix in any language: a permanent redirect must not depend on who came first.
  const address = prefix === null ? table.base + to : hrefFor(site, { path: to, locale: prefix });
  const decision = redirect(301, address, [own, query].filter((part) => part !== '').join('&'), facts);
  return hash === '' ? decision : { ...decision, location: `${decision.location}#${hash}` };
}

/**
 * 302 to the prefixed URL of the visitor's language (R21): only for reading a page whose URL names no language,
 * and only where the strategy gives that language a prefix. `null` when the page is rendered in place.
 */
export function languageRedirect(
  matched: MatchedUrl,
  language: VisitorLanguage,
  facts: Facts,
  plan: SitePlan,
): RedirectDecision | null {
  const { match } = matched;
  if (match.prefix !== null || !isReading(facts) || !hasPrefix(language.locale, plan)) return null;
  // With a base path of `/acquisition/` every page lies below it: its languages are then rendered in place (R22).
  if (matched.requested.startsWith(NEVER_REDIRECTED)) return null;
  const { locale, source } = language;
  const remembered = localeRedirectCookie(plan.site.config.cookies.localeRedirect, locale);
  const cookies = source === 'query' ? [languageCookie(locale), remembered] : [remembered];
  return {
    ...redirect(302, hrefFor(plan.site, { path: match.path, locale }), match.query, facts),
    cookies: facts.prefetch ? [] : cookies,
    vary: NEGOTIATED,
  };
}

/**
 * 302 to the admin sign-in (G3) in the page's language; `null` when the site has no such page. It knows the path to lead back to, never
 * the query, which may reveal what was looked for.
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
  return { ...redirect(302, hrefFor(site, { path: SIGN_IN, locale }), back, facts), vary };
}

/** 302 to a page that a guard or a journey names, without the query (R14). */
export function pageRedirect(
  document: DocumentId,
  locale: Locale,
  facts: Facts,
  { site, table }: SitePlan,
  vary: readonly string[],
): RedirectDecision {
  const path = table.paths.get(document) ?? '/';
  return { ...redirect(302, hrefFor(site, { path, locale }), '', facts), vary };
}

/** 302 to the page that an experiment shows in-app navigation in the place of the one asked for; the query stays (X6). */
export function experimentRedirect(
  path: string,
  locale: Locale,
  query: string,
  facts: Facts,
  { site }: SitePlan,
): RedirectDecision {
  return { ...redirect(302, hrefFor(site, { path, locale }), query, facts), reason: 'experiment' };
}

const SIGN_IN = '/admin/signin';

function hasPrefix(locale: Locale, { table }: SitePlan): boolean {
  return table.strategy === 'prefix' || (table.strategy === 'prefix_except_default' && locale !== table.defaultLocale);
}

/** In-app navigation follows a redirect by address, so the parameter that asked for its representation stays behind. */
function redirect(status: 301 | 302 | 308, path: string, query: string, { navigation }: Facts): RedirectDecision {
  const rest = navigation ? withoutParameters(query, ['_nav']) : query;
  const location = escapeLocationPath(path) + (rest === '' ? '' : `?${escapeQuery(rest)}`);
  return { kind: 'redirect', status, location, cookies: [], vary: [], exposures: [] };
}

function escapeQuery(query: string): string {
  return query.replaceAll(/[^\u0021-\u007e]/gu, (character) => encodeURIComponent(character.toWellFormed()));
}
