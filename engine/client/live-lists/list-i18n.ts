import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { ListData } from '#engine/block-kit/live-list.ts';

/** i18next with the texts of a list, plural forms, and formatted times. */
export function createListI18n({ locale, words }: Pick<ListData, 'locale' | 'words'>): i18n {
  const lng = locale === 'en' ? 'en-GB' : locale;
  const counted = Object.entries(words).map(([key, word]) => [
    key,
    key.startsWith('chosen_') ? `{{count, number}} ${word}` : key === 'asOf' ? `${word} {{at, datetime}}` : word,
  ]);
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng,
    resources: { [lng]: { translation: Object.fromEntries(counted) } },
    // React escapes text.
    interpolation: { escapeValue: false },
    initAsync: false,
  });
  return instance;
}
