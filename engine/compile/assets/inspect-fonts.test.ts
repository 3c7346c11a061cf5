import { expect, test } from 'vitest';
import { exampleBrandDocument } from '#tests/helpers/brand.ts';
import { inspectFonts } from './inspect-fonts.ts';

const { display, text } = exampleBrandDocument.fonts;

async function listFonts(fonts: unknown) {
  const files = new Map([['pages-config/brand.json', JSON.stringify({ fonts })]]);
  return Object.fromEntries((await inspectFonts({ layers: [{ name: 'files', files }] })).fonts);
}

test('the axes of a font are those of the file that its package has', async () => {
  expect(await listFonts({ display, text })).toEqual({
    display: { axes: { wght: { min: 400, max: 900 } }, characters: expect.any(Set) },
    text: { axes: { wght: { min: 400, max: 700 } }, characters: expect.any(Set) },
  });
});

test('the characters of a font are those of all its subsets', async () => {
  const { text: both } = await listFonts({ text });
  const { text: one } = await listFonts({ text: { ...text, subsets: ['latin'] } });
  const has = (font: typeof both, letter: string) =>
    font !== undefined && 'characters' in font && font.characters.has(letter.codePointAt(0) ?? 0);
  expect([has(both, 'ę'), has(one, 'ę'), has(both, 'e'), has(both, 'ש')]).toEqual([true, false, true, false]);
});

test('a package, a cut or a subset that is not there is named', async () => {
  const missing = await listFonts({
    display: { ...display, package: '@fontsource-variable/nowhere' },
    text: { ...text, subsets: ['latin', 'runes'] },
  });
  expect(missing).toEqual({
    display: { problem: 'the package @fontsource-variable/nowhere is not installed.', path: ['package'] },
    text: {
      path: ['subsets', 1],
      problem:
        'one of instrument-sans-latin-wght-normal.woff2, instrument-sans-runes-wght-normal.woff2 is not among the files of @fontsource-variable/instrument-sans.',
    },
  });
});

test('A missing or invalid brand has no fonts to inspect', async () => {
  expect(await listFonts({ display: 'Didot', text: { ...text, subsets: 'latin' } })).toEqual({});
  expect((await inspectFonts({ layers: [] })).fonts.size).toBe(0);
});
