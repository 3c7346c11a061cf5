import { expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import { getOpeningValues } from '#engine/shared/opening.ts';
import type { ClientScripts, Compiler } from '#engine/compile/types.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { hashTexts } from '#engine/i18n/text-names.ts';
import { createEncodeJob, buildSharedBody, type EncodedPage } from '#server/site/pages/encode-page.ts';
import { packPage, unpackPage } from '#server/site/pages/page-pack.ts';
import { createPageSource, measureShape } from '#server/site/pages/page-source.ts';
import { splitPage } from '#server/site/pages/split-page.ts';
import { computePageName } from '#server/site/pages/page-name.ts';
import { listDefaultPages } from '#server/site/store/default-pages.ts';
import { blockTypes } from '#schemas/generated/vocabulary.ts';
import { textsInVain, withTexts } from '#tests/helpers/changed-texts.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { noClient, stubSiteAssets } from '#tests/helpers/stub-assets.ts';

const modules = blockTypes.map((type) => [`island-${type}`, { file: `assets/${type}.js`, imports: [] }] as const);
const client: ClientScripts = { ...noClient, modules: Object.fromEntries(modules) };
const NOW = Date.parse('2026-11-25');

const unweighed = {
  weight: { document: '', locale: 'de' as const, html: 0, scripts: 0, images: null, heaviest: [] },
};
/** Not written where a page is split. */
const never: EncodedPage = { br: Buffer.alloc(0), prefix: null };

/**
 * The same site, on which all other documents show nothing any more, under other titles, there is one more landing, experiments have other shares, and all
 * texts but these read otherwise.
 */
function withoutOthers(site: Site, id: string, texts: readonly string[]): Site {
  const emptied = ({ meta, ...document }: ResolvedDocument): ResolvedDocument => ({
    ...document,
    hash: `${document.hash} emptied`,
    theme: document.theme === 'ink' ? 'day' : 'ink',
    meta: { ...meta, title: 'site.member' },
    blocks: [],
  });
  const documents = [...site.documents].map(
    ([key, document]) => [key, key === id ? document : emptied(document)] as const,
  );
  const [landing] = site.documents.values();
  if (landing !== undefined)
    documents.push(['landings/another', { ...landing, id: 'landings/another', slug: 'another' }]);
  const shown = new Set(texts);
  const experiments = site.experiments.map((experiment) => ({ ...experiment, coverage: experiment.coverage / 2 }));
  const changed = { ...site, revision: `${site.revision} ${id}`, documents: new Map(documents), experiments };
  return withTexts(changed, (name) => !shown.has(name));
}

const site = await projectSite();
const assets = stubSiteAssets(site);
const compiler = createCompiler({ assets, client, buildId: 'test' });
const pages = [...listDefaultPages(site, NOW)].filter(({ locale }) => locale === 'de');

test('a page of one name that shows the same texts is the same byte for byte, whatever has changed on other pages', async () => {
  expect(pages.length).toBeGreaterThan(50);
  for (const page of pages) {
    const before = await compiler.compile({ site, ...page });
    const changed = withoutOthers(site, page.document, before.texts);
    expect(computePageName(changed, compiler, page), page.document).toBe(computePageName(site, compiler, page));
    expect(hashTexts(changed, before.texts), page.document).toBe(hashTexts(site, before.texts));
    const after = await compiler.compile({ site: changed, ...page });
    expect(after.key, page.document).toBe(before.key);
  }
});

/** Of the host to which the footer's own links lead. */
const ownOrigin = new URL(site.config.organization.url).origin;

const servedAt = (publicOrigin: string, environment: string): Site => ({
  ...site,
  deployment: { ...site.deployment, publicOrigin, startup: { environment } },
});

test('a page of a build is, on any server, the page that is compiled there', async () => {
  const [here, elsewhere] = [servedAt('http://localhost:3000', 'test'), servedAt(ownOrigin, 'live')];
  const values = getOpeningValues(here.deployment);
  for (const page of pages.filter((_page, index) => index % 6 === 0)) {
    expect(computePageName(elsewhere, compiler, page), page.document).toBe(computePageName(here, compiler, page));
    const template = await compiler.compile({ site: here, ...page });
    const source = createPageSource(template);
    const job = createEncodeJob(source);
    const split = await splitPage(job, template.opening, values, 'none');
    const packed = packPage({ ...template, ...unweighed, shape: measureShape(source), encoded: never }, values, split);
    const there = await compiler.compile({ site: elsewhere, ...page });
    const unpacked = unpackPage(packed, getOpeningValues(elsewhere.deployment));
    expect(
      unpacked && buildSharedBody(unpacked.encoded, 'identity').equals(createEncodeJob(createPageSource(there)).text),
    ).toBe(true);
    expect(unpacked?.contentSecurityPolicy).toBe(there.contentSecurityPolicy);
    expect(unpacked?.shape).toEqual(measureShape(createPageSource(there)));
  }
});

test('the company is described on the home page alone', async () => {
  const isDescribed = async (document: string): Promise<boolean> => {
    const page = pages.find((each) => each.document === document);
    if (page === undefined) throw new Error(`There is no page of ${document}.`);
    return (await compiler.compile({ site, ...page })).opening.includes('"Organization"');
  };
  expect([await isDescribed('landings/default'), await isDescribed('landings/viral')]).toEqual([true, false]);
});

const moved = (document: ResolvedDocument): ResolvedDocument => ({
  ...document,
  ...(document.route !== undefined && { route: `${document.route}/moved` }),
  ...(document.slug !== undefined && { slug: `${document.slug}-moved` }),
});

/** The site with another address, figure, image or sight of each: one change at a time. */
function* changesOfSite(index: number): Generator<readonly [what: string, site: Site, compiler: Compiler]> {
  const ids = [...site.documents.keys()];
  const id = ids[index % ids.length] ?? '';
  const others = [...site.documents].map(([key, each]) => [key, key === id ? moved(each) : each] as const);
  yield [`address of ${id}`, { ...site, documents: new Map(others) }, compiler];
  const claims = Object.entries(site.config.claims);
  const [name = '', claim] = claims[index % claims.length] ?? [];
  if (claim !== undefined) {
    const changed = { ...site.config.claims, [name]: { ...claim, value: 4711 } };
    yield [`claim ${name}`, { ...site, config: { ...site.config, claims: changed } }, compiler];
  }
  const keys = Object.keys(assets.images);
  const key = keys[index % keys.length] ?? '';
  const image = assets.images[key];
  if (image !== undefined) {
    const images = { ...assets.images, [key]: { ...image, colour: '#123456' } };
    yield [`image ${key}`, site, createCompiler({ assets: { ...assets, images }, client, buildId: 'test' })];
  }
  const experiments = site.experiments.map((each) => ({ ...each, exposeOn: 'closing' }));
  yield ['sight of experiments', { ...site, experiments }, compiler];
}

test('a page that changes with an address, a claim, an image or an experiment has another name then', async () => {
  const [changed, unchanged] = [new Set<string>(), new Set<string>()];
  for (const [index, page] of pages.entries()) {
    if (index % 3 > 0 && page.document !== 'landings/default') continue;
    const { key, texts } = await compiler.compile({ site, ...page });
    for (const [what, after, tools] of changesOfSite(index)) {
      const isSame =
        computePageName(after, tools, page) === computePageName(site, compiler, page) &&
        hashTexts(after, texts) === hashTexts(site, texts);
      (isSame ? unchanged : changed).add(what.split(' ')[0] ?? '');
      const made = isSame ? await tools.compile({ site: after, ...page }) : null;
      expect(made?.key ?? key, `${page.document}: ${what}`).toBe(key);
    }
  }
  const kinds = ['address', 'claim', 'image', 'sight'];
  expect([kinds.filter((kind) => changed.has(kind)), kinds.filter((kind) => unchanged.has(kind))]).toEqual([
    kinds,
    kinds,
  ]);
});

test('a page shows the texts that it names: of each page one is changed (npm run prove -- texts changes all)', async () => {
  const results: (readonly string[])[] = [];
  for (const [index, page] of pages.entries()) {
    const { vain } = await textsInVain(site, compiler, page, (texts) => texts.slice(index % texts.length).slice(0, 1));
    results.push(vain);
  }
  // The label of what asks for consent again is bound for every page, and shown once there is an answer.
  expect(results.flat().filter((name) => name !== 'de consent.settings')).toEqual([]);
});
