import type { Locale } from '#schemas/generated/vocabulary.ts';

interface Address {
  /** How the house speaks to its visitors. */
  readonly house: string;
  /** Words that speak to them in another way. */
  readonly others: RegExp;
}

/** English has one way only. */
const addresses: Readonly<Partial<Record<Locale, Address>>> = {
  de: { house: 'Sie', others: words('du|dich|dir|dein(?:e[mnrs]?)?|euch|euer|eure[mnrs]?') },
  fr: { house: 'vous', others: words('tu|te|toi|ta|tes') },
  it: { house: 'Lei', others: words('tu|ti|te|tuo|tua|tuoi|tue|vostr[aeio]') },
  nl: { house: 'u', others: words('je|jij|jou|jouw|jullie') },
  pl: {
    house: 'Państwo',
    others: words('ty|ciebie|tobie|tobą|cię|ci|tw(?:ój|oja|oje|oją|oim|oimi|oich|ojego|ojej|ojemu)'),
  },
  sv: { house: 'du', others: /(?<![\p{L}\p{N}{])(?:Ni|Er|Ert|Era)(?![\p{L}\p{N}}])/gu },
};

function words(alternatives: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}{.’'-])(?:${alternatives})(?![\\p{L}\\p{N}}’'-])`, 'giu');
}

/** A word that speaks to visitors in another way than the house does. */
export interface WrongAddress {
  /** UTF-16 code units into the text. */
  readonly at: number;
  readonly word: string;
  readonly house: string;
}

export function wrongAddressIn(locale: Locale, text: string): readonly WrongAddress[] {
  const address = addresses[locale];
  if (address === undefined) return [];
  return [...text.matchAll(address.others)].map((match) => ({
    at: match.index,
    word: match[0],
    house: address.house,
  }));
}
