import { expect, test } from 'vitest';
import { resolve } from '#engine/documents/resolve.ts';
import { brandFile, furtherBrand, smallProject } from '#tests/helpers/small-project.ts';
import { inspectDraftFonts } from './inspect-draft-fonts.ts';

const build = smallProject({ [brandFile]: furtherBrand() });
const built = build.layers[0]?.files.get(brandFile) ?? '';

/** Errors of the build with this brand of a draft, as `rule file path`. */
async function check(brand: string, of = build): Promise<readonly string[]> {
  const input = {
    ...of,
    layers: [...of.layers, { name: 'draft' as const, files: new Map([[brandFile, brand]]) }],
  };
  const result = resolve(await inspectDraftFonts(input, new Map([[brandFile, brand]]), of));
  return (result.ok ? [] : result.findings).map(({ rule, file, path }) => `${rule} ${file} ${path}`);
}

test('A brand of a draft with a font that is not installed is refused at the brand, one with the fonts of the build is not', async () => {
  const missing = built.replace(/"package": "[^"]+"/, '"package": "@fontsource-variable/missing"');
  expect(await check(missing)).toEqual([`brand-font ${brandFile} fonts.display.package`]);
  const recoloured = built.replace('"name": "Osteria"', '"name": "Trattoria"');
  expect([recoloured === built, await check(recoloured)]).toEqual([false, []]);
});

test('With another emblem the fonts of the build are prepared again, so that one that is not installed is refused at the brand', async () => {
  const missing = built.replace(/"package": "[^"]+"/, '"package": "@fontsource-variable/missing"');
  const of = smallProject({ [brandFile]: JSON.parse(missing) });
  const scaled = missing.replace('"size":24', '"size":23').replace('"size": 24', '"size": 23');
  expect(scaled).not.toBe(missing);
  expect(await check(scaled, of)).toEqual([`brand-font ${brandFile} fonts.display.package`]);
  expect(await check(missing.replace('"name": "Osteria"', '"name": "Trattoria"'), of)).toEqual([]);
});
