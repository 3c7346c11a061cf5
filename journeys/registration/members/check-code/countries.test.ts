import { expect, test } from 'vitest';
import { findTimeZoneCountry } from '#engine/shared/country-hints.ts';
import { countries } from './countries.ts';

test('each of the 27 offered countries has a time zone that leads back to it', () => {
  expect(countries).toHaveLength(27);
  const capital = { DE: 'Europe/Berlin', CY: 'Asia/Nicosia', PT: 'Europe/Lisbon', GR: 'Europe/Athens' };
  expect(Object.values(capital).map(findTimeZoneCountry)).toEqual(Object.keys(capital));
  const found = new Set(Intl.supportedValuesOf('timeZone').map(findTimeZoneCountry));
  expect(countries.filter((country) => !found.has(country))).toEqual([]);
});
