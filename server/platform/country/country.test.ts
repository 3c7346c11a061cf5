import { describe, expect, test } from 'vitest';
import { readHostCountry } from '#engine/shared/country-hints.ts';
import { findAddressCountry, parseEdgeCountry } from '#server/platform/country/find-address-country.ts';

describe('the country', () => {
  test('of a host is its top-level domain, with uk as GB and general ones as none', () => {
    expect(
      ['example.pl', 'example.co.uk', 'example.de:8080', 'example.com', 'example.eu', 'localhost', '192.0.2.1', ''].map(
        readHostCountry,
      ),
    ).toEqual(['PL', 'GB', 'DE', null, null, null, null, null]);
  });

  test('of an address comes from the bundled tables, over IPv6 too; private, reserved and broken ones are unknown', () => {
    expect(['193.99.144.80', '::ffff:130.237.0.1', '91.198.174.192'].map(findAddressCountry)).toEqual([
      'DE',
      'SE',
      'NL',
    ]);
    expect(['2003:e8::1', '2A02:A440::1', '2001:6b0:1::1', '2a01:110::1'].map(findAddressCountry)).toEqual([
      'DE',
      'NL',
      'SE',
      'GB',
    ]);
    const nobodys = ['10.0.0.1', '127.0.0.1', '::1', 'fe80::1%eth0', 'fc00::1', '2001:db8::1', '2002:c000:204::1'];
    for (const address of [...nobodys, '::ffff:10.0.0.1', 'garbage', ''])
      expect([address, findAddressCountry(address)]).toEqual([address, null]);
  });

  test('named by a trusted edge is a code of two letters; values for unknown countries are ignored', () => {
    expect(['fr', ' DE '].map(parseEdgeCountry)).toEqual(['FR', 'DE']);
    expect(['XX', 'T1', '', 'nonsense'].map(parseEdgeCountry)).toEqual([null, null, null, null]);
  });
});
