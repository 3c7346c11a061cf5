import { isCountry } from '#engine/shared/countries.ts';
import type { FindingDraft } from './finding-draft.ts';
import type { SourceLocation } from './source-location.ts';
import { type FieldRules, formRules } from '#schemas/generated/forms.ts';

const rules: readonly Readonly<Record<string, FieldRules>>[] = Object.values(formRules);

/** Countries that the journeys' forms offer; none if no form asks for a country. */
export const offeredCountries: ReadonlySet<string> = new Set(rules.flatMap(({ country }) => country?.options ?? []));

/** A country that exists and that no form offers: nothing that is said for it is ever shown. */
export function findUnservedCountry(country: unknown, location: SourceLocation): FindingDraft | undefined {
  if (typeof country !== 'string' || !isCountry(country)) return undefined;
  if (offeredCountries.size === 0 || offeredCountries.has(country)) return undefined;
  return {
    location: { ...location, at: 'key' },
    severity: 'warning',
    message: `The site does not serve the country "${country}": no form offers it.`,
    expected: `one of ${[...offeredCountries].toSorted().join(', ')}`,
    found: country,
  };
}
