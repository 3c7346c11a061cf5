import type { PolicyVersions } from '#server/ports.ts';

/** V2: the 27 countries a member may live in, ISO 3166-1 alpha-2. */
export const countries = [
  'AT',
  'BE',
  'BG',
  'CH',
  'CY',
  'CZ',
  'DE',
  'DK',
  'EE',
  'ES',
  'FI',
  'FR',
  'GR',
  'HR',
  'HU',
  'IE',
  'IT',
  'LT',
  'LU',
  'LV',
  'NL',
  'PL',
  'PT',
  'RO',
  'SE',
  'SI',
  'SK',
] as const;

export type CountryCode = (typeof countries)[number];

const known: ReadonlySet<string> = new Set(countries);

export const isOfferedCountry = (code: string): code is CountryCode => known.has(code);

/** One choice of the country field, with the policies that hold there (B1). */
export interface CountryOption {
  readonly isoCode: CountryCode;
  readonly termsPkString: string;
  readonly dataPolicyPkString: string;
}

export const countryOptions = (policies: (country: CountryCode) => PolicyVersions): readonly CountryOption[] =>
  countries.map((isoCode) => {
    const { terms, privacy } = policies(isoCode);
    return { isoCode, termsPkString: terms, dataPolicyPkString: privacy };
  });
