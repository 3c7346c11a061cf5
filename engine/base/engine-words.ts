/** Texts from code, by language. A site with another language has them in `locales/<language>/words.json`. */
export type Words = Readonly<Partial<Record<string, string>>>;

/** Texts by key. */
export type WordList = Readonly<Record<string, Words>>;

/** Key of a text that replaces missing texts from code: `words.header.openMenu`. */
export const wordsKey = (owner: string, key: string): string => `words.${owner}.${key}`;

/** The engine's own texts of every page. Their owner is `page`. */
export const pageWords = {
  skipToContent: {
    en: 'Go to the content',
    de: 'Zum Inhalt',
    fr: 'Aller au contenu',
    it: 'Vai al contenuto',
    nl: 'Naar de inhoud',
    pl: 'Przejdź do treści',
    sv: 'Till innehållet',
  },
} as const satisfies WordList;

/** Texts of every form after a refusal, above the list of mistakes. Their owner is `form`. */
export const formWords = {
  one: {
    en: 'One detail needs a second look.',
    de: 'Eine Angabe braucht noch einen Blick.',
    fr: 'Un détail mérite un second regard.',
    it: 'Un dato merita un secondo sguardo.',
    nl: 'Eén gegeven vraagt nog uw aandacht.',
    pl: 'Jedna informacja wymaga jeszcze uwagi.',
    sv: 'En uppgift behöver ses över.',
  },
  several: {
    en: 'A few details need a second look.',
    de: 'Einige Angaben brauchen noch einen Blick.',
    fr: 'Quelques détails méritent un second regard.',
    it: 'Alcuni dati meritano un secondo sguardo.',
    nl: 'Enkele gegevens vragen nog uw aandacht.',
    pl: 'Kilka informacji wymaga jeszcze uwagi.',
    sv: 'Några uppgifter behöver ses över.',
  },
  kept: {
    en: 'Everything else is kept.',
    de: 'Alles andere bleibt erhalten.',
    fr: 'Tout le reste est conservé.',
    it: 'Tutto il resto è conservato.',
    nl: 'Al het andere blijft bewaard.',
    pl: 'Pozostałe dane zostały zachowane.',
    sv: 'Allt annat är kvar.',
  },
  allKept: {
    en: 'Everything you entered is kept.',
    de: 'Ihre Angaben bleiben erhalten.',
    fr: 'Vos informations sont conservées.',
    it: 'I dati inseriti sono conservati.',
    nl: 'Wat u hebt ingevuld, blijft bewaard.',
    pl: 'Wpisane dane zostały zachowane.',
    sv: 'Allt du har fyllt i är kvar.',
  },
} as const satisfies WordList;

/** All of them by owner. */
export const engineWords: Readonly<Record<string, WordList>> = { page: pageWords, form: formWords };
