import { expect, test } from 'vitest';
import { resolveOn } from '#engine/documents/resolve.ts';
import type { ResolveInput } from '#engine/documents/types.ts';
import { type Changes, checkSmall, shortFindings, smallProject, swap } from '#tests/helpers/small-project.ts';

const brand = 'pages-config/brand.json';
const everything = new Set(Array.from({ length: 0x180 }, (_, code) => code));

function findingsWith(fonts: NonNullable<ResolveInput['fonts']>, changes: Changes = {}) {
  const result = resolveOn({ ...smallProject(changes), fonts }, undefined);
  return result.ok ? result.warnings : result.findings;
}

test('a font without a weight that pages ask for is found', () => {
  expect(checkSmall({ [brand]: swap('{ "min": 400, "max": 600 }', '400') })).toEqual([
    expect.objectContaining({
      rule: 'brand-font',
      severity: 'error',
      file: brand,
      line: 23,
      path: 'fonts.text.axes.wght',
      message:
        'The font "Instrument Sans" is kept in the weight 400, and pages also ask for 500 and 600, which browsers would only smear. Keep the weights 400 to 600.',
    }),
  ]);
});

test('so is the file of a mail font without one', () => {
  const fonts = (weights: string): string =>
    `"mails": { "fonts": { "display": { "file": "pages-config/brand/a.woff2", "weights": [400] }, "text": { "file": "pages-config/brand/b.woff2", "weights": ${weights} } } }, "address"`;
  expect(shortFindings({ [brand]: swap('"address"', fonts('[400]')) })).toEqual([
    'brand-font brand.json mails.fonts.text.weights',
  ]);
  expect(shortFindings({ [brand]: swap('"address"', fonts('[400, 500]')) })).toEqual([]);
});

test('a package that is not there is found where it is named', () => {
  const found = findingsWith(new Map([['display', { problem: 'the package is not installed.' }]]));
  expect(found).toEqual([
    expect.objectContaining({
      rule: 'brand-font',
      path: 'fonts.display.package',
      message: expect.stringContaining('"npm install @fontsource-variable/bodoni-moda"'),
    }),
  ]);
});

test('an axis that the font does not have, or not that far, is found', () => {
  const narrow = new Map([['text', { axes: { wght: { min: 400, max: 550 } }, characters: everything }]]);
  expect(findingsWith(narrow)).toEqual([
    expect.objectContaining({ path: 'fonts.text.axes.wght', expected: '400 to 550' }),
  ]);
  const wide = { [brand]: swap('"axes": { "wght": 400 }', '"axes": { "wght": 400, "wdth": 90 }') };
  expect(
    findingsWith(new Map([['display', { axes: { wght: { min: 400, max: 900 } }, characters: everything }]]), wide),
  ).toEqual([
    expect.objectContaining({
      path: 'fonts.display.axes.wdth',
      message: 'The font "Bodoni Moda" has no axis "wdth". Remove it.',
    }),
  ]);
});
