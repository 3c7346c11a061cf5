import { beforeAll, describe, expect, test } from 'vitest';
import type { BrandFont } from '#schemas/generated/documents.ts';
import { exampleBrand, projectBrand } from '#tests/helpers/brand.ts';
import { buildFontFace, mergeFaces, readCuts, resolveTypicalAxes } from './font-faces.ts';
import { createTextOutliner, type TextOutliner } from './text-outline.ts';

let outliner: TextOutliner;
const style = { size: 40, tracking: 0 };

beforeAll(async () => {
  const { display } = projectBrand().fonts;
  outliner = createTextOutliner(await mergeFaces(await readCuts(buildFontFace(display))), resolveTypicalAxes(display));
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

test('characters that the font does not have are named, each once', () => {
  expect(outliner.lackingIn('Mos\u00adcow, 75\u202f%')).toEqual([]);
  expect(outliner.lackingIn('Moм ✓м')).toEqual(['м', '✓']);
});

describe('In a language that is written from right to left', () => {
  let hebrew: TextOutliner;
  const listGlyphs = (text: string, language: string): readonly (string | undefined)[] =>
    [...hebrew.outline(text, language, style, 0, 0).matchAll(/ d="([^"]*)"/g)].map(([, path]) => path);

  beforeAll(async () => {
    const font: BrandFont = {
      ...exampleBrand.fonts.display,
      family: 'Frank Ruhl Libre',
      package: '@fontsource-variable/frank-ruhl-libre',
      cut: 'wght-normal',
      subsets: ['latin', 'hebrew'],
      axes: { wght: 400 },
      typicalAxes: { wght: 400 },
    };
    hebrew = createTextOutliner(await mergeFaces(await readCuts(buildFontFace(font))), resolveTypicalAxes(font));
  });

  test('the first letter of a word is the last one from the left', () => {
    const [shin, lamed] = [listGlyphs('ש', 'he'), listGlyphs('ל', 'he')];
    expect(listGlyphs('של', 'he')).toEqual([...lamed, ...shin]);
  });

  test('figures and words of the other direction keep theirs, on the side where they are read', () => {
    const [three, seven, shin, lamed, a, b] = ['3', '7', 'ש', 'ל', 'a', 'b'].flatMap((text) => listGlyphs(text, 'he'));
    expect(listGlyphs('של 37', 'he')).toEqual([three, seven, lamed, shin]);
    expect(listGlyphs('של ab', 'he')).toEqual([a, b, lamed, shin]);
    expect(listGlyphs('של ab', 'en')).toEqual([lamed, shin, a, b]);
  });
});
