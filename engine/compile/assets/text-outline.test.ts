import { beforeAll, expect, test } from 'vitest';
import { projectBrand } from '#tests/helpers/brand.ts';
import { faceOf, mergedFace, readCuts, typicalAxesOf } from './font-faces.ts';
import { createTextOutliner, type TextOutliner } from './text-outline.ts';

let outliner: TextOutliner;
const style = { size: 40, tracking: 0 };

beforeAll(async () => {
  const { display } = projectBrand().fonts;
  outliner = createTextOutliner(await mergedFace(await readCuts(faceOf(display))), typicalAxesOf(display));
});

test.each([
  'Fine labels',
  'Große Namen für Ängstliche',
  'Où naît l’été à Noël',
  'Perché città più',
  'Één idee, twee reeën',
  'Zażółć gęślą jaźń',
  'Räksmörgås på ön',
])('%s is drawn with an outline for every letter', (text) => {
  const drawing = outliner.outline(text, 'en', style, 0, 0);
  expect(drawing.match(/<path /g)).toHaveLength(text.replaceAll(' ', '').length);
});

test('tracking widens a line between its letters only', () => {
  const wide = outliner.width('abc', 'en', { size: 40, tracking: 0.1 });
  expect(wide - outliner.width('abc', 'en', style)).toBeCloseTo(2 * 4, 6);
});

test('a width grows with the size', () => {
  expect(outliner.width('Cercle', 'en', { size: 80, tracking: 0 })).toBeCloseTo(
    2 * outliner.width('Cercle', 'en', style),
    6,
  );
});

test('soft hyphens and special spaces are drawn as what they mean', () => {
  expect(outliner.width('Mit\u00adglied', 'de', style)).toBe(outliner.width('Mitglied', 'de', style));
  expect(outliner.width('75\u202f%', 'fr', style)).toBe(outliner.width('75\u00a0%', 'fr', style));
});

test('a character that the font does not have is named', () => {
  expect(() => outliner.width('Москва', 'en', style)).toThrow(
    'has the character "М", which the display font does not have',
  );
});
