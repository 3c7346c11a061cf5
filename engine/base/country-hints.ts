/** Zones of the offered countries, from `zone.tab` of the IANA time zone database (public domain), with their old names. */
const zones: Readonly<Record<string, readonly string[]>> = {
  AT: ['Europe/Vienna'],
  BE: ['Europe/Brussels'],
  BG: ['Europe/Sofia'],
  CH: ['Europe/Zurich'],
  CY: ['Asia/Nicosia', 'Asia/Famagusta', 'Europe/Nicosia'],
  CZ: ['Europe/Prague'],
  DE: ['Europe/Berlin', 'Europe/Busingen'],
  DK: ['Europe/Copenhagen'],
  EE: ['Europe/Tallinn'],
  ES: ['Europe/Madrid', 'Africa/Ceuta', 'Atlantic/Canary'],
  FI: ['Europe/Helsinki'],
  FR: ['Europe/Paris'],
  GR: ['Europe/Athens'],
  HR: ['Europe/Zagreb'],
  HU: ['Europe/Budapest'],
  IE: ['Europe/Dublin', 'Eire'],
  IT: ['Europe/Rome'],
  LT: ['Europe/Vilnius'],
  LU: ['Europe/Luxembourg'],
  LV: ['Europe/Riga'],
  NL: ['Europe/Amsterdam'],
  PL: ['Europe/Warsaw', 'Poland'],
  PT: ['Europe/Lisbon', 'Atlantic/Madeira', 'Atlantic/Azores', 'Portugal'],
  RO: ['Europe/Bucharest'],
  SE: ['Europe/Stockholm'],
  SI: ['Europe/Ljubljana'],
  SK: ['Europe/Bratislava'],
};

/** The offered country an IANA zone belongs to; `undefined` for all other zones. */
export function countryOfTimeZone(zone: string): string | undefined {
  return Object.entries(zones).find(([, names]) => names.includes(zone))?.[0];
}

/** The country of a top-level domain: `uk` is GB, domains that belong to no country give `null`. */
export function countryOfHost(host: string): string | null {
  const ending = /\.([a-z]{2})\.?(?::\d+)?$/i.exec(host)?.[1]?.toUpperCase();
  if (ending === undefined || ending === 'EU') return null;
  return ending === 'UK' ? 'GB' : ending;
}
