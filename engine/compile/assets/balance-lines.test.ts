import { expect, test } from 'vitest';
import { balanceLines } from './balance-lines.ts';

const letters = (line: string): number => line.length;

test('a title takes the fewest lines that fit, and the lines are evened out', () => {
  expect(balanceLines('Fine labels, private prices', 20, letters)).toEqual(['Fine labels,', 'private prices']);
  expect(balanceLines('one two three four five six', 23, letters)).toEqual(['one two three', 'four five six']);
});

test('a title that fits stays on one line', () => {
  expect(balanceLines('Fine labels', 20, letters)).toEqual(['Fine labels']);
});

test('a word wider than a line is hyphenated at its soft hyphens only', () => {
  expect(balanceLines('Mitglied\u00adschafts\u00adantrag', 12, letters)).toEqual(['Mitglied-', 'schafts-', 'antrag']);
  expect(balanceLines('Mitglied\u00adschaft', 20, letters)).toEqual(['Mitgliedschaft']);
});

test('balancing never brings in a hyphen that the fewest lines do without', () => {
  expect(balanceLines('Die Mitglied\u00adschaft', 14, letters)).toEqual(['Die', 'Mitgliedschaft']);
});

test('a non-breaking space holds words together', () => {
  expect(balanceLines('bis zu 75\u00a0%', 9, letters)).toEqual(['bis zu', '75\u00a0%']);
});

test('a word that cannot fit is said to be impossible', () => {
  expect(balanceLines('Mitgliedschaft', 5, letters)).toBeNull();
});
