/** A word of another form of address than the brand's. */
export interface WrongAddress {
  /** UTF-16 code units into the text. */
  readonly at: number;
  readonly word: string;
  /** The brand's form of address. */
  readonly usual: string;
}

/** Language → form of address → words of this form only. */
const forms: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  de: {
    // At the start of a sentence "Sie" may be "she" or "they".
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

/** Capitalised inside a sentence. */
function inside(alternatives: string): RegExp {
  return new RegExp(`(?<=[\\p{Ll},] )(?:${alternatives})(?![\\p{L}\\p{N}}’'-])`, 'gu');
}

/** Languages with a check of the form of address. */
export const languagesWithForms: readonly string[] = Object.keys(forms);

/** Forms of address of a language; empty if it has only one, or none is described. */
export const listAddressForms = (locale: string): readonly string[] =>
  Object.hasOwn(forms, locale) ? Object.keys(forms[locale] ?? {}) : [];

/** Words of other forms of address than the brand's. */
export function findWrongAddresses(locale: string, usual: string | undefined, text: string): readonly WrongAddress[] {
  if (usual === undefined || !listAddressForms(locale).includes(usual)) return [];
  return Object.entries(forms[locale] ?? {})
    .filter(([form]) => form !== usual)
    .flatMap(([, pattern]) => [...text.matchAll(pattern)])
    .map((match) => ({ at: match.index, word: match[0], usual }))
    .toSorted((one, other) => one.at - other.at);
}
