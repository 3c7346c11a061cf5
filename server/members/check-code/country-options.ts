import type { PolicyVersions } from '#server/members/ports.ts';
import { countries, type CountryCode } from './countries.ts';

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
