import { readQueryValue } from '#engine/routing/split-url.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { LANGUAGE_COOKIE, buildLanguageCookie } from './cookies.ts';
import { chooseLanguage, type LanguageChoice } from './language.ts';
import type { MatchedUrl } from './match.ts';
import type { SitePlan } from './plan.ts';
import type { Facts, SetCookie, TraceObserver } from './types.ts';

/** The language of this request, and whether it is stored. */
export interface VisitorLanguage {
  /** Language to render in. */
  readonly locale: Locale;
  readonly source: LanguageChoice['source'] | 'prefix';
  /** Whether the choice is written to, or renewed in, the language cookie. */
  readonly remember: boolean;
}

/** `lang` query first, then the prefix of the URL, then what the visitor prefers (R21). */
export function readVisitorLanguage(
  { match }: Pick<MatchedUrl, 'match'>,
  facts: Pick<Facts, 'cookies' | 'acceptLanguage'>,
  { table }: Pick<SitePlan, 'table'>,
  trace?: TraceObserver,
): VisitorLanguage {
  const asked = match.query === '' ? null : readQueryValue(match.query, 'lang');
  const fromQuery = asked === null ? null : (table.locales.get(asked) ?? null);
  const brought = facts.cookies[LANGUAGE_COOKIE];
  const fromCookie = brought === undefined ? null : (table.locales.get(brought) ?? null);
  const remember = fromQuery !== null || fromCookie !== null;
  if (asked !== null && fromQuery === null) {
    trace?.({ step: 'locale', note: `The query asks for "${asked}", which is not available and is ignored.` });
  }
  if (match.prefix !== null && fromQuery === null) {
    trace?.({ step: 'locale', note: `The URL names the language "${match.prefix}".` });
    return { locale: match.prefix, source: 'prefix', remember };
  }
  const { locale, source } = chooseLanguage(fromQuery, fromCookie, facts.acceptLanguage, table);
  trace?.({ step: 'locale', note: `The language is "${locale}", from ${SOURCE[source]}.` });
  return { locale, source, remember };
}

const SOURCE = {
  query: 'the query "lang"',
  cookie: 'the cookie "lang"',
  browser: 'the browser’s languages',
  default: 'the site’s default',
} as const;

const NO_COOKIES: readonly SetCookie[] = [];

/**
 * Cookies of a page: the chosen language, or the renewed one (R25). A first visit sets none, so that its
 * page is shared; nor does a prefetch, because nothing was chosen.
 */
export function buildPageCookies({ locale, remember }: VisitorLanguage, facts: Facts): readonly SetCookie[] {
  return remember && !facts.prefetch ? [buildLanguageCookie(locale)] : NO_COOKIES;
}
