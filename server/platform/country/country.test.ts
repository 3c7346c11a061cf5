import { describe, expect, test } from 'vitest';
import { countryOfHost } from '#engine/base/country-hints.ts';
import { countryOfAddress, countryOfEdge } from '#server/platform/country/country-of-address.ts';

describe('the country', () => {
  test('of a host is its top-level domain, with uk as GB and general ones as none', () => {
    expect(
      ['example.pl', 'example.co.uk', 'example.de:8080', 'example.com', 'example.eu', 'localhost', '192.0.2.1', ''].map(
        countryOfHost,
      ),
    ).toEqual(['PL', 'GB', 'DE', null, null, null, null, null]);
  });

  test('of an address comes from the bundled table; private, IPv6 and broken ones are unknown', () => {
    expect(['193.99.144.80', '::ffff:130.237.0.1', '91.198.174.192'].map(countryOfAddress)).toEqual(['DE', 'SE', 'NL']);
    expect(['10.0.0.1', '127.0.0.1', '::1', '2001:db8::1', 'garbage', ''].map(countryOfAddress)).toEqual([
      null,
      null,
      null,
      null,
      null,
      null,
    ]);
  });

  test('named by a trusted edge is a code of two letters; what edges send for unknown is none', () => {
    expect(['fr', ' DE '].map(countryOfEdge)).toEqual(['FR', 'DE']);
    expect(['XX', 'T1', '', 'nonsense'].map(countryOfEdge)).toEqual([null, null, null, null]);
  });
});
