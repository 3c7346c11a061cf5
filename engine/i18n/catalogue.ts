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
  const details = getInstance(site, locale).t(key, {
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

/** With the texts of a language and of the default one: a preview of an edited text is in one language. */
function getInstance(site: TextSource, locale: Locale): i18n {
  const instance = instances.get(site.texts) ?? createInstance(site);
  instances.set(site.texts, instance);
  for (const needed of [locale, site.config.locales.default]) {
    if (instance.hasResourceBundle(needed, NAMESPACE)) continue;
    const texts = Object.fromEntries(site.texts.get(needed) ?? []);
    instance.addResourceBundle(needed, NAMESPACE, texts, false, true, { silent: true, skipCopy: true });
  }
  return instance;
}

function createInstance(site: TextSource): i18n {
  const instance = i18next.createInstance();
  // Everything is in memory, so initialisation is synchronous.
  void instance.init({
    resources: {},
    initAsync: false,
    ns: [NAMESPACE],
    defaultNS: NAMESPACE,
    fallbackLng: site.config.locales.default,
    // Keys are flat and contain dots; variables and tags are read by our own parser, which knows the context of each value.
    keySeparator: false,
    nsSeparator: false,
  });
  return instance;
}
