import type { RouteTable } from '#engine/routing/route-table.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

export interface LanguageChoice {
  readonly locale: Locale;
  readonly source: 'query' | 'cookie' | 'browser' | 'default';
}

/** The language of a visitor where the URL names none (R21): query, else cookie, else browser, else the site's default. */
export function chooseLanguage(
  query: Locale | null,
  cookie: Locale | null,
  acceptLanguage: string,
  table: Pick<RouteTable, 'locales' | 'defaultLocale'>,
): LanguageChoice {
  if (query !== null) return { locale: query, source: 'query' };
  if (cookie !== null) return { locale: cookie, source: 'cookie' };
  const browser = findAvailableLocale(acceptLanguage, table.locales);
  if (browser !== null) return { locale: browser, source: 'browser' };
  return { locale: table.defaultLocale, source: 'default' };
}

/**
 * The first language of an `Accept-Language` header, by descending weight and then by position, whose primary subtag is
 * available (RFC 9110, 12.5.4). `*`, weight 0 and everything malformed name no language.
 */
export function findAvailableLocale(acceptLanguage: string, locales: ReadonlyMap<string, Locale>): Locale | null {
  let best: Locale | null = null;
  let bestWeight = 0;
  let start = 0;
  while (start < acceptLanguage.length && bestWeight < 1) {
    const comma = acceptLanguage.indexOf(',', start);
    const end = comma < 0 ? acceptLanguage.length : comma;
    const semicolon = acceptLanguage.indexOf(';', start);
    const rangeEnd = semicolon < 0 || semicolon > end ? end : semicolon;
    const locale = locales.get(cutSubtags(acceptLanguage.slice(start, rangeEnd)));
    if (locale !== undefined) {
      const weight = rangeEnd === end ? 1 : parseWeight(acceptLanguage.slice(rangeEnd + 1, end));
      if (weight > bestWeight) {
        best = locale;
        bestWeight = weight;
      }
    }
    start = end + 1;
  }
  return best;
}

function cutSubtags(range: string): string {
  const trimmed = range.trim();
  const hyphen = trimmed.indexOf('-');
  return (hyphen < 0 ? trimmed : trimmed.slice(0, hyphen)).toLowerCase();
}

function parseWeight(parameters: string): number {
  const weight = /^\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*$/i.exec(parameters)?.[1];
  return weight === undefined ? 0 : Math.min(1, Number(weight));
}
