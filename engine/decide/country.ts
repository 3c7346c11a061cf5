import { countryOfHost } from '#engine/base/country-hints.ts';
import { type FieldRules, type FormName, formRules } from '#schemas/generated/forms.ts';
import type { Site } from '#engine/documents/types.ts';
import type { Facts } from './types.ts';

const rules: readonly Readonly<Record<string, FieldRules>>[] = Object.values(formRules);
const offered: ReadonlySet<string> = new Set(rules.flatMap(({ country }) => country?.options ?? []));

export function asksCountry(forms: ReadonlySet<FormName>): boolean {
  return [...forms].some((form) => Object.hasOwn(formRules[form], 'country'));
}

/** What a country was chosen by, for caches. */
export interface SuggestedCountry {
  readonly country: string | undefined;
  readonly vary: readonly string[];
  /** No shared cache may keep the page. */
  readonly personal: boolean;
}

/**
 * The country that a form suggests (V3): the visitor's, else that of the site's top-level domain; one that is not offered is skipped.
 * Where neither is known the visitor chooses, or the browser by its time zone.
 */
export function suggestCountry(facts: Pick<Facts, 'country' | 'countryVary'>, { deployment }: Site): SuggestedCountry {
  const candidates = [facts.country, countryOfHost(new URL(deployment.publicOrigin).hostname)];
  const country = candidates.find((candidate) => candidate !== null && offered.has(candidate)) ?? undefined;
  const { countryVary = [] } = facts;
  return { country, vary: countryVary ?? [], personal: countryVary === null };
}
