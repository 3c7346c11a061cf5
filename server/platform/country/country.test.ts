import { describe, expect, test } from 'vitest';
import { countryOfHost, countryOfTimeZone } from '#engine/base/country-hints.ts';
import { chooseCountry } from '#server/platform/country/choose-country.ts';
import { countries } from '#server/platform/country/countries.ts';
import { countryOfAddress, detectCountry } from '#server/platform/country/country-of-address.ts';

describe('the country', () => {
  test.each([
    [{ backend: 'SE', host: 'www.example.fr', timeZone: 'Europe/Rome' }, 'SE'],
    [{ backend: 'us', host: 'www.example.fr', timeZone: 'Europe/Rome' }, 'FR'],
    [{ backend: null, host: 'www.example.com', timeZone: 'Europe/Rome' }, 'IT'],
    [{ backend: null, host: 'www.example.co.uk', timeZone: 'Europe/Rome' }, 'IT'],
    [{ backend: null, host: 'www.example.co.uk', timeZone: 'Europe/London' }, 'DE'],
    [{ backend: 'XX', host: 'localhost', timeZone: 'America/New_York' }, 'DE'],
    [{ timeZone: 'Atlantic/Canary' }, 'ES'],
    [{}, 'DE'],
  ])('chosen from %j is %s', (hints, country) => {
    expect(chooseCountry(hints)).toBe(country);
  });

  test('of a host is its top-level domain, with uk as GB and general ones as none', () => {
    expect(
      ['example.pl', 'example.co.uk', 'example.de:8080', 'example.com', 'example.eu', 'localhost', '192.0.2.1', ''].map(
        countryOfHost,
      ),
    ).toEqual(['PL', 'GB', 'DE', null, null, null, null, null]);
  });

  test('each of the 27 offered has a time zone that leads back to it', () => {
    expect(countries).toHaveLength(27);
    const capital = { DE: 'Europe/Berlin', CY: 'Asia/Nicosia', PT: 'Europe/Lisbon', GR: 'Europe/Athens' };
    expect(Object.values(capital).map(countryOfTimeZone)).toEqual(Object.keys(capital));
    const found = new Set(Intl.supportedValuesOf('timeZone').map(countryOfTimeZone));
    expect(countries.filter((country) => !found.has(country))).toEqual([]);
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

  test('told by a trusted edge goes before the table, unless the edge does not know', () => {
    expect(detectCountry({ address: '193.99.144.80', edgeHeader: 'fr' })).toBe('FR');
    expect(
      ['XX', 'T1', '', 'nonsense'].map((edgeHeader) => detectCountry({ address: '193.99.144.80', edgeHeader })),
    ).toEqual(['DE', 'DE', 'DE', 'DE']);
  });
});
