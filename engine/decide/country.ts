import { readHostCountry } from '#engine/shared/country-hints.ts';
import { getFormRules } from '#engine/documents/journeys/form-fields.ts';
import { type FieldRules, type FormName, formRules } from '#schemas/generated/forms.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Facts } from './types.ts';

const rules: readonly Readonly<Record<string, FieldRules>>[] = Object.values(formRules);
const offered: ReadonlySet<string> = new Set(rules.flatMap(({ country }) => country?.options ?? []));

/** Whether a form has a required field for a country. */
export function asksCountry(forms: ReadonlySet<FormName>, site: Pick<Site, 'journeyDocuments'>): boolean {
  return [...forms].some((form) => getFormRules(form, site)['country']?.required === true);
}

/** The country of the site's top-level domain, if it is offered. */
export function readSiteCountry({ deployment }: Pick<Site, 'deployment'>): string | undefined {
  return offeredCountry(readHostCountry(new URL(deployment.publicOrigin).hostname));
}

/** Source of a country, for caches. */
export interface SuggestedCountry {
  readonly country: string | undefined;
  readonly vary: readonly string[];
  /** The page is private. */
  readonly personal: boolean;
}

const NOTHING: readonly never[] = [];

/**
 * The country that a form suggests (V3): the visitor's, else the site's own; countries that are not offered are skipped. If neither is
 * known, the visitor chooses, or the browser by its time zone.
 *
 * @param own See `readSiteCountry`.
 */
export function suggestCountry(
  { country, countryVary = NOTHING }: Pick<Facts, 'country' | 'countryVary'>,
  own: string | undefined,
): SuggestedCountry {
  const known = offeredCountry(country);
  return { country: known ?? own, vary: countryVary ?? NOTHING, personal: known !== undefined && countryVary === null };
}

function offeredCountry(country: string | null): string | undefined {
  return country !== null && offered.has(country) ? country : undefined;
}
