import { readHostCountry } from '#engine/shared/country-hints.ts';
import { getFormRules } from '#engine/documents/journeys/form-fields.ts';
import { offeredCountries } from '#engine/documents/offered-countries.ts';
import type { FormName } from '#schemas/generated/forms.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Facts } from './types.ts';

/** Whether a form has a required field for a country. */
export function asksCountry(forms: ReadonlySet<FormName>, site: Pick<Site, 'journeyDocuments'>): boolean {
  return [...forms].some((form) => getFormRules(form, site)['country']?.required === true);
}

/** The country of the site's top-level domain. */
export function readSiteCountry({ deployment }: Pick<Site, 'deployment'>): string | undefined {
  return readHostCountry(new URL(deployment.publicOrigin).hostname) ?? undefined;
}

/** What of a page depends on the visitor's country. */
interface CountryUse {
  readonly asksCountry: boolean;
  readonly claimCountries: ReadonlySet<string>;
}

/** Country of a page, with its source for caches. */
export interface PageCountry {
  readonly country: string | undefined;
  readonly vary: readonly string[];
  /** The page is private. */
  readonly personal: boolean;
}

const NOTHING: readonly never[] = [];
const ANYWHERE: PageCountry = { country: undefined, vary: NOTHING, personal: false };

/**
 * The country that a page suggests in its form (V3) and whose figures its claims show (K2): the visitor's, else the site's own. A
 * country that neither a form of the page offers nor a claim of it names makes no page of its own: such visitors get the figures for
 * all others, and in a form the site's own country. If none is known, the visitor chooses, or the browser by its time zone.
 *
 * A suggestion may be wrong, a price may not: a page with figures by country is shared only if a header names the country.
 *
 * @param own See `readSiteCountry`.
 */
export function readCountry(
  { country, countryVary = NOTHING }: Pick<Facts, 'country' | 'countryVary'>,
  { asksCountry: asks, claimCountries }: CountryUse,
  own: string | undefined,
): PageCountry {
  if (!asks && claimCountries.size === 0) return ANYWHERE;
  const select = (code: string | null | undefined): string | undefined =>
    code && ((asks && offeredCountries.has(code)) || claimCountries.has(code)) ? code : undefined;
  const known = select(country);
  const isNamed = country !== null && countryVary !== null && countryVary.length > 0;
  return {
    country: known ?? (asks || country === null ? select(own) : undefined),
    vary: countryVary ?? NOTHING,
    personal: claimCountries.size > 0 ? !isNamed : known !== undefined && countryVary === null,
  };
}
