import { fieldOptions } from '#schemas/generated/forms.ts';

/** The 27 countries of members, ISO 3166-1 alpha-2, from the forms' schemas (V2). */
export const countries = fieldOptions.country;

export type CountryCode = (typeof countries)[number];
