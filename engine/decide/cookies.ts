import type { Locale } from '#schemas/generated/vocabulary.ts';
import type { SetCookie } from './types.ts';

export const LANGUAGE_COOKIE = 'lang';

const YEAR = 31_536_000;

/** Stores the visitor's language as long as a browser allows (R25). */
export function buildLanguageCookie(locale: Locale): SetCookie {
  return { name: LANGUAGE_COOKIE, value: locale, maxAge: 2_147_483_647, httpOnly: false };
}

/** Stores that a language redirect happened, and its target (R25). */
export function buildLocaleRedirectCookie(name: string, locale: Locale): SetCookie {
  return { name, value: locale, maxAge: YEAR, httpOnly: true };
}
