import { expect, test } from 'vitest';
import { parseDecimal, parseWholeNumber } from './parse-number.ts';

test.each([
  '0x10',
  '0b1',
  '0o7',
  '1e3',
  'Infinity',
  '',
  ' ',
  '+5',
  '5.0',
  '1,000',
  '1 000',
  '٣',
  '１２',
  '5a',
  '--5',
  '1_000',
])('%j is not a whole number', (text) => {
  expect(parseWholeNumber(text)).toBeNaN();
});

test('Decimal digits are a whole number, with blanks around them and below zero too', () => {
  expect([' 12 ', '-3', '007', '0'].map(parseWholeNumber)).toEqual([12, -3, 7, 0]);
});

test('Decimal places follow a point or a comma, once', () => {
  expect(['0.5', '0,5', '12', '-1.25'].map(parseDecimal)).toEqual([0.5, 0.5, 12, -1.25]);
  for (const text of ['1.000,5', '.5', '5.', '1e-3', '0x1.8', 'NaN']) expect(parseDecimal(text)).toBeNaN();
});
