import i18next, { type i18n } from 'i18next';
import type { Site } from '#engine/documents/types.ts';
import type { Locale } from '#schemas/generated/vocabulary.ts';

/** The text of a key and its actual language. */
export interface FoundText {
  readonly lang: Locale;
  readonly source: string;
}

/** Inputs of a look-up: one instance per `texts` object is cached, so a revision is prepared once. */
export type TextSource = Pick<Site, 'texts' | 'config'>;

const NAMESPACE = 'site';
const instances = new WeakMap<TextSource['texts'], i18n>();

/**
 * Looks a key up, with the default language as fallback. With a `count`, i18next chooses among `key_one`, `key_few`,
 * `key_many` and `key_other` by the plural rules of the language; `null` when no language has the key.
 */
export function findText(site: TextSource, key: string, locale: Locale, count?: number): FoundText | null {
  const details = getInstance(site).t(key, {
    lng: locale,
    returnDetails: true,
    skipInterpolation: true,
    count,
  });
  const lang = site.config.locales.available.find((available) => available === details.usedLng);
  // i18next returns the key itself if no language has an entry.
  if (lang === undefined || site.texts.get(lang)?.has(details.exactUsedKey) !== true) return null;
  return { lang, source: details.res };
}

function getInstance(site: TextSource): i18n {
  const known = instances.get(site.texts);
  if (known !== undefined) return known;
  const instance = i18next.createInstance();
  const resources = Object.fromEntries(
    [...site.texts].map(([locale, texts]) => [locale, { [NAMESPACE]: Object.fromEntries(texts) }]),
  );
  // Everything is in memory, so initialisation is synchronous.
  void instance.init({
    resources,
    initAsync: false,
    ns: [NAMESPACE],
    defaultNS: NAMESPACE,
    fallbackLng: site.config.locales.default,
    // Keys are flat and contain dots; variables and tags are read by our own parser, which knows the context of each value.
    keySeparator: false,
    nsSeparator: false,
  });
  instances.set(site.texts, instance);
  return instance;
}
