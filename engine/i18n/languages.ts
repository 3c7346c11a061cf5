import type { Locale } from '#schemas/generated/vocabulary.ts';

export interface LanguageAndCountry {
  readonly language: string;
  readonly country: string;
}

/**
 * Splits `language-COUNTRY` such as `de-AT`; a bare two-letter locale is used as the country too (V7).
 * The language comes back in lower case, the country in upper case.
 */
export function splitLocale(locale: string): LanguageAndCountry {
  const hyphen = locale.indexOf('-');
  const language = hyphen < 0 ? locale : locale.slice(0, hyphen);
  const country = hyphen < 0 ? locale : locale.slice(hyphen + 1);
  return { language: language.toLowerCase(), country: country.toUpperCase() };
}

const names = new Map<Locale, string>();

/** The language's own name for a menu, such as `Deutsch` or `Français`. */
export function getNativeLanguageName(locale: Locale): string {
  const known = names.get(locale);
  if (known !== undefined) return known;
  const name = new Intl.DisplayNames(locale, { type: 'language' }).of(locale) ?? locale;
  // Most languages write their own name in lower case, but a menu entry starts with a capital.
  const capitalised = name.slice(0, 1).toLocaleUpperCase(locale) + name.slice(1);
  names.set(locale, capitalised);
  return capitalised;
}

/** `language_TERRITORY` for Open Graph, with the default territory of a language without one. */
export function formatOpenGraphLocale(locale: string): string {
  const known = openGraphLocales.get(locale) ?? writeOpenGraphLocale(locale);
  openGraphLocales.set(locale, known);
  return known;
}

/** As many as a site has languages. */
const openGraphLocales = new Map<string, string>();

function writeOpenGraphLocale(locale: string): string {
  const written = new Intl.Locale(locale);
  const region = written.region ?? (written.language === 'en' ? 'GB' : written.maximize().region);
  return region === undefined ? written.language : `${written.language}_${region}`;
}
