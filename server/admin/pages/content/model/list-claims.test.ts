import { expect, test } from 'vitest';
import { listClaims } from './list-claims.ts';

const money = { value: 46, format: 'money', currency: 'EUR' };
const shown = (claims: unknown) =>
  listClaims(claims).map((claim) => [claim.name, claim.shown.de?.replaceAll('\u00A0', ' ')]);

test('The studio offers each figure and day of the site, and the notes of a price, as the language writes them', () => {
  const lowest30 = { value: 64, validUntil: '2027-01-31' };
  expect(
    shown({
      sale: { value: '2027-01-02', to: '2027-01-31', format: 'date' },
      vase: { ...money, tax: 'included', former: 79, lowest30, countries: { CH: { value: 49, currency: 'CHF' } } },
    }),
  ).toEqual([
    ['sale', '2.–31. Januar 2027'],
    ['vase', '46 €'],
    ['vase.former', '79 €'],
    ['vase.lowest30', 'Niedrigster Preis der 30 Tage vor der Ermäßigung: 64 €'],
    ['vase.tax', 'inkl. MwSt.'],
  ]);
});

test('A claim of a draft that cannot be shown is offered by its name', () => {
  const wrong = [
    { value: '2027-02-30x', format: 'date' },
    { value: '2027-01-31', to: '2027-01-02', format: 'date' },
    { value: '3000', format: 'integer' },
    { ...money, currency: 'euro' },
    { ...money, tax: 'net' },
    { ...money, former: '79' },
    { ...money, lowest30: 64 },
  ];
  expect(shown(Object.fromEntries(wrong.map((claim, index) => [`claim${index}`, claim])))).toEqual(
    wrong.map((_, index) => [`claim${index}`, undefined]),
  );
});
