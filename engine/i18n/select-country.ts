import { memoizePerObject } from '#engine/shared/once-per.ts';
import type { Site } from '#engine/documents/types.ts';

type Claims = Site['config']['claims'];

const listNamed = memoizePerObject(
  (claims: Claims): ReadonlySet<string> =>
    new Set(Object.values(claims).flatMap(({ countries = {} }) => Object.keys(countries))),
);

/** The country, if any claim of the site has a figure of its own for it: texts of all others are the same. */
export function selectCountry({ config }: Pick<Site, 'config'>, country: string | undefined): string | undefined {
  return country !== undefined && listNamed(config.claims).has(country) ? country : undefined;
}
