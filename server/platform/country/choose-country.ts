import { countryOfHost, countryOfTimeZone } from '#engine/base/country-hints.ts';
import { isOfferedCountry } from '#server/platform/country/countries.ts';
import type { CountryCode } from '#server/platform/country/countries.ts';

export interface CountryHints {
  /** What the backend found: edge header or IP table. */
  readonly backend?: string | null;
  /** Host name of the request, such as `www.example.se`. */
  readonly host?: string | null;
  /** IANA zone of the browser. */
  readonly timeZone?: string | null;
}

/** V3: backend, else top-level domain, else time zone, else DE; a candidate that is not offered is skipped. */
export function chooseCountry(hints: CountryHints): CountryCode {
  const candidates = [
    hints.backend?.toUpperCase() ?? null,
    countryOfHost(hints.host ?? ''),
    countryOfTimeZone(hints.timeZone ?? ''),
  ];
  return candidates.filter((code) => code !== null).find(isOfferedCountry) ?? 'DE';
}
