import type { FormWords } from '#engine/block-kit/form-types.ts';
import type { InlineText } from '#schemas/generated/documents.ts';

/** What every form says by itself after a refusal, above the list of what is to be mended. */
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
} as const satisfies Readonly<Record<keyof FormWords, InlineText>>;
