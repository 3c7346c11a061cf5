import { fieldOptions } from '#schemas/generated/forms.ts';

/** The 27 countries a member may live in, ISO 3166-1 alpha-2, as the forms' schemas list them (V2). */
export const countries = fieldOptions.country;

export type CountryCode = (typeof countries)[number];
