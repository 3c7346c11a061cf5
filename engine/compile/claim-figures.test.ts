import { expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import { makeBlock, makeSite } from '#tests/helpers/make-site.ts';
import { noClient, stubSiteAssets } from '#tests/helpers/stub-assets.ts';

const inAll = (text: string) => ({ en: text, de: text, fr: text, it: text, nl: text, pl: text, sv: text });
const site = makeSite({
  config: {
    claims: {
      plan: {
        value: 19,
        format: 'money',
        currency: 'EUR',
        tax: 'included',
        countries: { CH: { value: 21.5, currency: 'CHF' }, PL: { value: 79, currency: 'PLN', tax: 'excluded' } },
        source: 'Price list',
        asOf: '2026-01-01',
      },
    },
  },
  texts: new Map([
    ['de', new Map([['prices.plan', '{claims.plan} {claims.plan.tax}']])],
    ['en', new Map([['prices.plan', '{claims.plan} {claims.plan.tax}']])],
  ]),
  documents: [
    {
      id: 'landings/prices',
      slug: 'prices',
      meta: { title: inAll('Ab {claims.plan}'), description: inAll('Preise') },
      blocks: [makeBlock({ id: 'hero', type: 'section', props: { level: 1, title: 'prices.plan' } })],
    },
    {
      id: 'landings/plain',
      slug: 'plain',
      meta: { title: inAll('Marken'), description: inAll('Marken') },
      blocks: [makeBlock({ id: 'hero', type: 'section', props: { level: 1, title: inAll('Marken') } })],
    },
  ],
});
const { compile } = createCompiler({ assets: stubSiteAssets(site), client: noClient, buildId: 'test' });

const compiled = (document: string, country?: string) =>
  compile({ site, document, locale: 'de', variations: [], facets: {}, path: '/', country });
const shown = async (country?: string) =>
  (await compiled('landings/prices', country)).parts.join('').replaceAll('\u00A0', ' ');

test('One page shows each country its price with its currency and tax, in its title, too, and all others the first (K2)', async () => {
  const [swiss, polish, other] = [await shown('CH'), await shown('PL'), await shown('FR')];
  expect(swiss).toContain('21,50 CHF inkl. MwSt.');
  expect(swiss).toContain('<title>Ab 21,50 CHF');
  expect(polish).toContain('79 PLN zzgl. MwSt.');
  expect(other).toContain('19 € inkl. MwSt.');
  expect(other).toBe(await shown());
});

test('A page without such a claim has the same bytes for visitors of all countries (K2)', async () => {
  const [swiss, other] = [await compiled('landings/plain', 'CH'), await compiled('landings/plain')];
  expect(swiss.parts).toEqual(other.parts);
  expect(swiss.key).toBe(other.key);
});
