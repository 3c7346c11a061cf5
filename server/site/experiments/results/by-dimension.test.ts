import { expect, test } from 'vitest';
import { byDimension } from './by-dimension.ts';

const judging = { method: 'sequential', alpha: 0.05, tuning: 5_000 } as const;

test('A slice has an uplift once the control and the variation have 100 visitors, 10 conversions and 10 visitors without one.', () => {
  const slice = (visitors: number, conversions: number) =>
    new Map([
      ['control', { visitors: 400, conversions: 40 }],
      ['new', { visitors, conversions }],
    ]);
  const values = new Map([
    ['enough', slice(100, 10)],
    ['few visitors', slice(99, 20)],
    ['few conversions', slice(300, 9)],
    ['almost all convert', slice(300, 291)],
  ]);
  const [country] = byDimension(['control', 'new'], { dimensions: new Map([['country', values]]) }, judging);
  const known = country?.slices
    .filter(({ variations }) => variations.some(({ effect }) => effect !== null))
    .map(({ value }) => value);
  expect(known).toEqual(['enough']);
});
