import { fieldOptions } from '#schemas/generated/forms.ts';

/** V2: the 27 countries a member may live in, ISO 3166-1 alpha-2, as the forms' schemas list them. */
export const countries = fieldOptions.country;

export type CountryCode = (typeof countries)[number];
