import { expect, test } from 'vitest';
import { computeContrastRatio } from './contrast.ts';

test('black on white is 21:1, a colour on itself 1:1, whichever is named first', () => {
  expect(computeContrastRatio('#000000', '#FFFFFF')).toBeCloseTo(21, 5);
  expect(computeContrastRatio('#FFFFFF', '#000000')).toBeCloseTo(21, 5);
  expect(computeContrastRatio('#6B1221', '#6b1221')).toBe(1);
});

test('a grey has the ratio that WCAG calculators give', () => {
  expect(computeContrastRatio('#767676', '#FFFFFF')).toBeCloseTo(4.54, 2);
});
