/** A word that addresses visitors in another way than the house does. */
export interface WrongAddress {
  /** UTF-16 code units into the text. */
  readonly at: number;
  readonly word: string;
  /** How the house addresses them. */
  readonly house: string;
}

/** Language → form of address, as the brand names it → words that only this form has. */
const forms: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  de: {
    // At the beginning of a sentence "Sie" may be "she" or "they".
    Sie: inside('Sie|Ihnen|Ihr(?:e[mnrs]?)?'),
    du: words('du|dich|dir|dein(?:e[mnrs]?)?'),
    ihr: words('euch|euer|eure[mnrs]?'),
  },
  fr: { vous: words('vous|votre|vos'), tu: words('tu|te|toi|ta|tes') },
  it: {
    Lei: inside('Lei|La|Le|Suo|Sua|Suoi|Sue'),
    tu: words('tu|ti|te|tuo|tua|tuoi|tue'),
    voi: words('vostr[aeio]'),
  },
  nl: { u: words('u|uw'), je: words('je|jij|jou|jouw|jullie') },
  pl: {
    Państwo: words('Państwo|Państwa|Państwu|Państwem'),
    ty: words('ty|ciebie|tobie|tobą|cię|ci|tw(?:ój|oja|oje|oją|oim|oimi|oich|ojego|ojej|ojemu)'),
  },
  sv: { du: words('du|dig|din|ditt|dina'), Ni: capitalized('Ni|Er|Ert|Era') },
};

function words(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}{.’'-])(?:${alternatives})(?![\\p{L}\\p{N}}’'-])`, 'giu');
}

function capitalized(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}{])(?:${alternatives})(?![\\p{L}\\p{N}}])`, 'gu');
}

/** Capitalized where a sentence goes on. */
function inside(alternatives: string): RegExp {
  return new RegExp(`(?<=[\\p{Ll},] )(?:${alternatives})(?![\\p{L}\\p{N}}’'-])`, 'gu');
}

/** Languages in which texts can be looked at for their form of address. */
export const languagesWithForms: readonly string[] = Object.keys(forms);

/** How visitors can be addressed in a language; empty where it has one way only, or nobody described it yet. */
export const formsOf = (locale: string): readonly string[] =>
  Object.hasOwn(forms, locale) ? Object.keys(forms[locale] ?? {}) : [];

/** Words of other forms of address than that of the house. */
export function wrongAddressIn(locale: string, house: string | undefined, text: string): readonly WrongAddress[] {
  if (house === undefined || !formsOf(locale).includes(house)) return [];
  return Object.entries(forms[locale] ?? {})
    .filter(([form]) => form !== house)
    .flatMap(([, pattern]) => [...text.matchAll(pattern)])
    .map((match) => ({ at: match.index, word: match[0], house }))
    .toSorted((one, other) => one.at - other.at);
}
