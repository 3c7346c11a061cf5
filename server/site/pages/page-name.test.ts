import { expect, test } from 'vitest';
import { buildFurtherBrand, type FurtherBrand } from '#engine/documents/brand/brand.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import type { StoredPageRequest } from '#server/site/store/default-pages.ts';
import type { FormDocument } from '#schemas/generated/documents.ts';
import { exampleBrandDocument } from '#tests/helpers/brand.ts';
import { everyType } from '#tests/helpers/form-site.ts';
import { makeExperiment } from '#tests/helpers/experiments.ts';
import { makeBlock, makeSite } from '#tests/helpers/make-site.ts';
import { sampleSite } from '#tests/helpers/small-site.ts';
import { computePageName } from './page-name.ts';

const compiler = { buildId: 'b', identifyAssets: () => 'a' };
const site = sampleSite();
const [first, second] = site.documents.values();
const landing: StoredPageRequest = { document: first?.id ?? '', locale: 'en', variations: [], facets: {}, path: '/' };
const name = computePageName(site, compiler, landing);

function withDocument(changed: Partial<ResolvedDocument> & { readonly id: string }): Site {
  const documents = new Map(site.documents);
  const document = documents.get(changed.id);
  if (document === undefined) throw new Error(`There is no ${changed.id}.`);
  documents.set(changed.id, { ...document, ...changed });
  return { ...site, revision: 'another', documents };
}

test('a page keeps its name when what stands on another one changes, and gets another one when anything of its own does', () => {
  const other = second?.id ?? '';
  expect(computePageName(withDocument({ id: other, hash: 'changed' }), compiler, landing)).toBe(name);
  expect(computePageName(withDocument({ id: landing.document, hash: 'changed' }), compiler, landing)).not.toBe(name);
});

test('a page gets another name when a form changes that it shows, and none when a target of webhooks does', () => {
  const block = { id: 'lead', type: 'form', area: 'content', props: { form: 'forms/lead' }, blocks: [] };
  const shown = withDocument({ id: landing.document, blocks: [block] });
  const named = (form: FormDocument): string =>
    computePageName({ ...shown, forms: new Map([['forms/lead', form]]) }, compiler, landing);
  expect(named(everyType)).toBe(named({ ...everyType }));
  expect(named({ ...everyType, query: [] })).not.toBe(named(everyType));
  expect(computePageName({ ...site, forms: new Map([['forms/lead', everyType]]) }, compiler, landing)).toBe(name);
  const deployment = { ...site.deployment, webhooks: ['crm'] };
  expect(computePageName({ ...site, deployment }, compiler, landing)).toBe(name);
});

test('redirects and referrers of the site document are in no name', () => {
  const config = {
    ...site.config,
    redirects: { '/old': 'pages/about-us' },
    forbiddenReferrers: { coupon: ['a.example'] },
  };
  expect(computePageName({ ...site, config }, compiler, landing)).toBe(name);
  expect(computePageName({ ...site, config: { ...config, name: 'Another' } }, compiler, landing)).not.toBe(name);
});

test('the deployment, its own assets and code are in every name; texts are in none', () => {
  const texts = new Map([...site.texts, ['de' as const, new Map([['a.key', 'Ein Text']])]]);
  const deployment = { ...site.deployment, basePath: '/elsewhere/' };
  const names = [
    computePageName({ ...site, deployment }, compiler, landing),
    computePageName(site, { ...compiler, identifyAssets: () => 'others' }, landing),
    computePageName(site, { ...compiler, buildId: 'newer' }, landing),
  ];
  expect(new Set([name, ...names]).size).toBe(4);
  // A page says itself which of them it shows.
  expect(computePageName({ ...site, texts }, compiler, landing)).toBe(name);
});

test('an address, a claim or the block on whose sight an experiment counts is in the names of the pages that name it alone', () => {
  const props = { title: { en: 'For {claims.price} a year' }, to: 'pages/about?a=b#c' };
  const blocks = [makeBlock({ id: 'text', type: 'call-to-action', props })];
  const price = { value: 10, format: 'integer', source: 'list of prices', asOf: '2026-11-01' } as const;
  const make = ({ route = '/about', german = '/ueber', value = 10, exposeOn = 'text', weight = 1 }): Site =>
    makeSite({
      documents: [
        { id: 'pages/about', hash: 'about', route, addresses: { de: german } },
        { id: 'landings/naming', hash: 'naming', slug: 'naming', blocks },
        { id: 'landings/other', hash: 'other', slug: 'other' },
      ],
      config: { claims: { price: { ...price, value } } },
      experiments: [
        makeExperiment('naming', 'landings/changed', {
          document: 'landings/naming',
          exposeOn,
          variations: [{ key: 'changed', variant: 'landings/changed', weight }],
        }),
      ],
    });
  const changed = {
    address: { route: '/moved' },
    translated: { german: '/umgezogen' },
    claim: { value: 11 },
    sight: { exposeOn: 'hero' },
    weight: { weight: 2 },
  };
  const renamed = (document: string): readonly string[] => {
    const named = (of: Site): string => computePageName(of, compiler, { ...landing, document });
    return Object.entries(changed).flatMap(([what, input]) => (named(make(input)) === named(make({})) ? [] : [what]));
  };
  expect(renamed('landings/naming')).toEqual(['address', 'translated', 'claim', 'sight']);
  expect(renamed('landings/other')).toEqual([]);
});

test('what differs between servers is in the name only where a page shows it outside its opening', () => {
  const at = (publicOrigin: string): string =>
    computePageName({ ...site, deployment: { ...site.deployment, publicOrigin } }, compiler, landing);
  expect(at('https://elsewhere.example')).toBe(name);
  const tags = (gtmContainerId: string, consent: string): string =>
    computePageName({ ...site, deployment: { ...site.deployment, gtmContainerId } }, compiler, {
      ...landing,
      facets: { consent },
    });
  expect(tags('GTM-1', '')).toBe(tags('GTM-2', ''));
  expect(tags('GTM-1', 'granted')).not.toBe(tags('GTM-2', 'granted'));
  expect(at(`https://${'a'.repeat(60)}.example`)).not.toBe(name);
});

test('languages, addresses, notices and variations are pages of their own', () => {
  const names = [
    { ...landing, locale: 'de' as const },
    { ...landing, path: '/sale' },
    { ...landing, moved: true },
    { ...landing, variations: [second?.id ?? ''] },
    { ...landing, country: 'DE' },
  ].map((request) => computePageName(site, compiler, request));
  expect(new Set([name, ...names]).size).toBe(6);
});

test('a change of a further brand renames its own pages alone', () => {
  const osteria = buildFurtherBrand({ ...exampleBrandDocument, name: 'Osteria' }, '');
  const named = (id: string, of: Site, brand: FurtherBrand): string =>
    computePageName({ ...of, brands: new Map([['brands/osteria', brand]]) }, compiler, { ...landing, document: id });
  const other = second?.id ?? '';
  const branded = withDocument({ id: other, brand: 'brands/osteria' });
  const changed = { ...osteria, brand: { ...osteria.brand, hairline: '#000000' } };
  expect(named(landing.document, branded, changed)).toBe(named(landing.document, branded, osteria));
  expect(named(landing.document, site, osteria)).toBe(name);
  expect(named(other, branded, changed)).not.toBe(named(other, branded, osteria));
  const repainted = { ...branded, brand: { ...site.brand, hairline: '#000000' } };
  expect(named(other, repainted, osteria)).toBe(named(other, branded, osteria));
  expect(named(landing.document, repainted, osteria)).not.toBe(named(landing.document, branded, osteria));
});
