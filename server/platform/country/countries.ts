import { fieldOptions } from '#schemas/generated/forms.ts';
import type { PolicyVersions } from '#server/platform/ports.ts';

/** V2: the 27 countries a member may live in, ISO 3166-1 alpha-2, as the forms' schemas list them. */
export const countries = fieldOptions.country;

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
