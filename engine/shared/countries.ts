const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Codes that are not countries although they have a name in the Unicode locale data. */
const NO_COUNTRIES: ReadonlySet<string> = new Set(['EU', 'EZ', 'UN', 'QO', 'XA', 'XB', 'ZZ']);

/** The current code for a well-formed code; `undefined` if unknown. */
export const findTodaysCountry = (code: string): string | undefined => new Intl.Locale(`und-${code}`).region;

/** Whether this is a code of ISO 3166-1 alpha-2 that is in use. */
export function isCountry(code: string): boolean {
  if (!/^[A-Z]{2}$/.test(code) || NO_COUNTRIES.has(code)) return false;
  return names.of(code) !== undefined && findTodaysCountry(code) === code;
}
