import type { CodeTexts, CodeText } from '#engine/shared/engine-texts.ts';
import type { InlineText } from '#schemas/generated/documents.ts';
import { locales } from '#schemas/generated/vocabulary.ts';

const words = {
  title: {
    en: 'A new title',
    de: 'Ein neuer Titel',
    fr: 'Un nouveau titre',
    it: 'Un nuovo titolo',
    nl: 'Een nieuwe titel',
    pl: 'Nowy tytuł',
    sv: 'En ny rubrik',
  },
  text: {
    en: 'One or two sentences belong here.',
    de: 'Hier stehen ein oder zwei Sätze.',
    fr: 'Une ou deux phrases prennent place ici.',
    it: 'Qui trovano posto una o due frasi.',
    nl: 'Hier staan een of twee zinnen.',
    pl: 'Tutaj znajdują się jedno lub dwa zdania.',
    sv: 'Här står en eller två meningar.',
  },
  description: {
    en: 'What search engines and link previews say about this page.',
    de: 'Was Suchmaschinen und Linkvorschauen über diese Seite sagen.',
    fr: 'Ce que les moteurs de recherche et les aperçus de liens disent de cette page.',
    it: 'Ciò che i motori di ricerca e le anteprime dei link dicono di questa pagina.',
    nl: 'Wat zoekmachines en linkvoorbeelden over deze pagina zeggen.',
    pl: 'Co wyszukiwarki i podglądy linków mówią o tej stronie.',
    sv: 'Vad sökmotorer och länkförhandsvisningar säger om den här sidan.',
  },
} satisfies CodeTexts;

/** Placeholder texts of new files in all languages of the site; English without a translation. */
export const placeholderTexts = {
  title: inAll(words.title),
  text: inAll(words.text),
  description: inAll(words.description),
};

function inAll(text: CodeText & { readonly en: string }): InlineText {
  // Complete: created from the list of languages.
  return Object.fromEntries(locales.map((locale) => [locale, text[locale] ?? text.en])) as unknown as InlineText;
}
