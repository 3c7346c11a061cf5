import type { CountryOption } from '#journeys/registration/server/enquiries.ts';
import type { PolicyVersions } from '#journeys/registration/members/ports.ts';
import { countries, type CountryCode } from './countries.ts';

export const listCountryOptions = (policies: (country: CountryCode) => PolicyVersions): readonly CountryOption[] =>
  countries.map((isoCode) => {
    const { terms, privacy } = policies(isoCode);
    return { isoCode, termsPkString: terms, dataPolicyPkString: privacy };
  });
