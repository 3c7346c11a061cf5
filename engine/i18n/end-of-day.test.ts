import { expect, test } from 'vitest';
import { toEndOfDay } from './end-of-day.ts';

test.each([
  ['2026-12-31', '2026-12-31T22:59:59.000Z'],
  ['2026-07-31', '2026-07-31T21:59:59.000Z'],
])('A code with the last day %s is valid until midnight in the time zone of the admin pages', (day, end) => {
  expect(new Date(toEndOfDay(day)).toISOString()).toBe(end);
});

test.each(['2026-02-31', '31.12.2026', ''])('"%s" is no day', (day) => {
  expect(toEndOfDay(day)).toBeNaN();
});
