import { expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import type { ClientScripts, CompileInput, Compiler } from '#engine/compile/types.ts';
import { listDefaultPages, type StoredPageRequest } from '#server/site/store/default-pages.ts';
import { blockTypes } from '#schemas/generated/vocabulary.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { noClient, stubSiteAssets } from '#tests/helpers/stub-assets.ts';

const modules = blockTypes.map((type) => [`island-${type}`, { file: `assets/${type}.js`, imports: [] }] as const);
const client: ClientScripts = { ...noClient, modules: Object.fromEntries(modules) };
const NOW = Date.parse('2026-11-25');

const site = await projectSite();
const assets = stubSiteAssets(site);
const newCompiler = (): Compiler => createCompiler({ assets, client, buildId: 'test' });
const shared = newCompiler();
const pages = [...listDefaultPages(site, NOW)].filter(({ locale }) => locale === 'en' || locale === 'pl');

test('A page is the same byte for byte, whatever its compiler has compiled before', async () => {
  expect(pages.length).toBeGreaterThan(100);
  for (const page of pages) {
    expect(await shared.compile({ site, ...page }), page.document).toEqual(
      await newCompiler().compile({ site, ...page }),
    );
  }
});

test('A page that refuses a form, shows a country or is asked for at another address takes nothing of it from the page before', async () => {
  const invitation = pages.find(({ document, locale }) => document === 'landings/invitation' && locale === 'pl');
  if (invitation === undefined) throw new Error('There is no invitation in Polish.');
  const form = 'registration';
  const others: Partial<CompileInput & StoredPageRequest>[] = [
    { formState: { form, values: { firstname: 'Zofia' }, errors: { code: 'errors.codeMissing' } } },
    { formState: { form, values: {}, holes: { firstname: 'typedfirstname' }, errors: {} } },
    { country: 'SE' },
    { path: '/elsewhere' },
    { facets: { ...invitation.facets, webView: 'yes' } },
    {},
  ];
  const keys = new Set<string>();
  for (const other of others) {
    const page = { site, ...invitation, ...other };
    const template = await shared.compile(page);
    expect(template, JSON.stringify(other)).toEqual(await newCompiler().compile(page));
    keys.add(template.key);
  }
  expect(keys.size).toBe(others.length);
});
