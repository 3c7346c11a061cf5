import { hash } from 'node:crypto';
import type { Locale } from '#schemas/generated/vocabulary.ts';
import { listNamedClaims } from '#engine/shared/claim-name.ts';
import type { TextSource } from './catalogue.ts';

/** Name of a text in one language, such as `de landing.hero.title`. */
export const formatTextName = (locale: Locale, key: string): string => `${locale} ${key}`;

/**
 * Hash of these texts as a site currently shows them, with the claims that they name: 32 hexadecimal digits of SHA-256. Missing texts fall back to the
 * default language.
 *
 * @param names as `formatTextName` returns them
 */
export function hashTexts({ texts, config }: TextSource, names: Iterable<string>): string {
  const { default: fallback, available } = config.locales;
  const shown: unknown[] = [];
  for (const name of names) {
    const end = name.indexOf(' ');
    const [lang, key] = [name.slice(0, end), name.slice(end + 1)];
    const locale = available.find((each) => each === lang);
    const own = locale && texts.get(locale)?.get(key);
    const source = own ?? texts.get(fallback)?.get(key);
    shown.push(name, own === undefined ? { fallback: source } : own);
    if (source !== undefined) for (const claim of listNamedClaims(source)) shown.push(config.claims[claim]);
  }
  return hash('sha256', JSON.stringify(shown), 'hex').slice(0, 32);
}
