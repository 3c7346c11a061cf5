import { type FieldRules, formRules } from '#schemas/generated/forms.ts';

const rules: readonly Readonly<Record<string, FieldRules>>[] = Object.values(formRules);

/** Countries that the journeys' forms offer; none if no form asks for a country. */
export const offeredCountries: ReadonlySet<string> = new Set(rules.flatMap(({ country }) => country?.options ?? []));
