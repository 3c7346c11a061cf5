/**
 * Time zones of the offered countries, from `zone.tab` of the IANA time zone database (public domain), by the names that browsers report
 * (CLDR); names without a continent are in Europe. Size matters: part of the first form's code.
 */
const zones: Readonly<Record<string, string>> = {
  AT: 'Vienna',
  BE: 'Brussels',
  BG: 'Sofia',
  CH: 'Zurich',
  CY: 'Asia/Nicosia Asia/Famagusta Nicosia',
  CZ: 'Prague',
  DE: 'Berlin Busingen',
  DK: 'Copenhagen',
  EE: 'Tallinn',
  ES: 'Madrid Africa/Ceuta Atlantic/Canary',
  FI: 'Helsinki',
  FR: 'Paris',
  GR: 'Athens',
  HR: 'Zagreb',
  HU: 'Budapest',
  IE: 'Dublin',
  IT: 'Rome',
  LT: 'Vilnius',
  LU: 'Luxembourg',
  LV: 'Riga',
  NL: 'Amsterdam',
  PL: 'Warsaw',
  PT: 'Lisbon Atlantic/Madeira Atlantic/Azores',
  RO: 'Bucharest',
  SE: 'Stockholm',
  SI: 'Ljubljana',
  SK: 'Bratislava',
};

/** Country of an IANA zone; `undefined` for zones of other countries. */
export function findTimeZoneCountry(zone: string): string | undefined {
  const name = zone.replace('Europe/', '');
  return Object.entries(zones).find(([, names]) => names.split(' ').includes(name))?.[0];
}

/** Country of a top-level domain: GB for `uk`, `null` for generic domains. */
export function readHostCountry(host: string): string | null {
  const ending = /\.([a-z]{2})\.?(?::\d+)?$/i.exec(host)?.[1]?.toUpperCase();
  if (ending === undefined || ending === 'EU') return null;
  return ending === 'UK' ? 'GB' : ending;
}
