import type { InlineText } from '#schemas/generated/documents.ts';

/** The engine's own words: what every page says whatever its documents are. */
export const engineStrings = {
  skipToContent: {
    en: 'Go to the content',
    de: 'Zum Inhalt',
    fr: 'Aller au contenu',
    it: 'Vai al contenuto',
    nl: 'Naar de inhoud',
    pl: 'Przejdź do treści',
    sv: 'Till innehållet',
  },
} as const satisfies Record<string, InlineText>;
