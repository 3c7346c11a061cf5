import i18next, { type i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { readPageData } from '../parts/page-data.ts';

const NAMESPACE = 'page';

function create(): i18n {
  const data = readPageData(document);
  const lng = data?.page.locale ?? 'en';
  const instance = i18next.createInstance();
  void instance.use(initReactI18next).init({
    lng,
    ns: [NAMESPACE],
    defaultNS: NAMESPACE,
    fallbackLng: false,
    keySeparator: false,
    nsSeparator: false,
    // Texts are written with `{name}`, as documents are; React escapes.
    interpolation: { prefix: '{', suffix: '}', escapeValue: false },
    resources: { [lng]: { [NAMESPACE]: data?.words ?? {} } },
    react: { useSuspense: false },
    initAsync: false,
  });
  return instance;
}

/** i18next over the texts that the page ships for its later states. */
const words = create();

/** After a navigation: the texts of the new page, in its language. */
export async function replaceWords(locale: string, texts: Readonly<Record<string, string>>): Promise<void> {
  words.addResourceBundle(locale, NAMESPACE, texts, true, true);
  await words.changeLanguage(locale);
}
