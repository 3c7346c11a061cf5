import { expect, test } from 'vitest';
import { brandFile, checkSmall, furtherBrand, swap } from '#tests/helpers/small-project.ts';

const landing = 'pages-config/landings/default.json';
const named = (brand: string) => swap('"layout"', `"brand": "${brand}", "layout"`);

test('A page may have a further brand, and an unknown one is reported at its name, with a suggestion', () => {
  expect(checkSmall({ [brandFile]: furtherBrand(), [landing]: named('brands/osteria') })).toEqual([]);
  const findings = checkSmall({ [brandFile]: furtherBrand(), [landing]: named('brands/ostria') });
  expect(findings).toMatchObject([
    { rule: 'unknown-brand', file: landing, path: 'brand', found: '"brands/ostria"', suggestion: 'brands/osteria' },
  ]);
  expect(checkSmall({ [landing]: named('brands/osteria') })).toMatchObject([
    { rule: 'unknown-brand', expected: 'a document in pages-config/brands/' },
  ]);
});

test('A variant names the brand in its changes', () => {
  const changed = '{ "op": "document", "set": { "brand": "brands/ostria" } }';
  const summer = swap('"changes": [', `"changes": [${changed}, `);
  const findings = checkSmall({ [brandFile]: furtherBrand(), 'pages-config/landings/summer.json': summer });
  expect(findings).toMatchObject([{ rule: 'unknown-brand', path: 'changes[0].set.brand' }]);
});

test('A further brand that no page has is reported', () => {
  expect(checkSmall({ [brandFile]: furtherBrand() })).toMatchObject([
    { rule: 'unused-document', severity: 'warning', file: brandFile, found: '"brands/osteria"' },
  ]);
});
