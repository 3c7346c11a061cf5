import { expect, test } from 'vitest';
import { shortFindings, swap } from '#tests/helpers/small-project.ts';

const site = 'pages-config/site.json';
const address = (country: string) =>
  swap(
    '"legalName": "Example House Ltd",',
    `"legalName": "Example House Ltd", "address": { "street": "a", "postalCode": "b", "city": "c", "country": "${country}" },`,
  );

test.each(['UK', 'XX', 'SU', 'EU'])('%s is not a country of ISO 3166-1', (country) => {
  expect(shortFindings({ [site]: address(country) })).toEqual([
    'unknown-country site.json organization.address.country',
  ]);
});

test('Countries are', () => {
  for (const country of ['GB', 'DE', 'CH', 'US', 'XK']) expect(shortFindings({ [site]: address(country) })).toEqual([]);
});
