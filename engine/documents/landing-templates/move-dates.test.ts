import { expect, test } from 'vitest';
import { moveDates } from './move-dates.ts';

const claims = (evening: string, until: string) => ({
  evening: { value: evening, format: 'date', asOf: '2026-01-01' },
  vase: { value: 49, lowest30: { value: 60, validUntil: until } },
});
const written = claims('2027-03-12', '2027-01-30');

test.each([
  ['2026-12-01', written],
  ['2027-01-02', written],
  ['2027-01-03', claims('2028-03-10', '2028-01-29')],
  ['2029-06-01', claims('2030-03-08', '2030-01-26')],
])('dates of a template are four weeks ahead of %s at least, on the same day of the week', (today, expected) => {
  expect(moveDates(written, today)).toEqual(expected);
});

test('claims without dates, and days that do not exist, stay as they are', () => {
  const figures = { seats: { value: 40, asOf: '2026-01-01' }, day: { value: '2027-99-99' } };
  expect(moveDates(figures, '2030-01-01')).toBe(figures);
});
