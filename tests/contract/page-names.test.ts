import { expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import type { ClientScripts } from '#engine/compile/types.ts';
import type { ResolvedDocument, Site } from '#engine/documents/types.ts';
import { basePages } from '#server/site/store/base-pages.ts';
import { nameOfPage } from '#server/site/pages/page-name.ts';
import { blockTypes } from '#schemas/generated/vocabulary.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { noClient, stubAssetsOf } from '#tests/helpers/stub-assets.ts';

const modules = blockTypes.map((type) => [`island-${type}`, { file: `assets/${type}.js`, imports: [] }] as const);
const client: ClientScripts = { ...noClient, modules: Object.fromEntries(modules) };
const NOW = Date.parse('2026-11-25');

/** The same site, on which all other documents show nothing any more, under other titles. */
function withoutOthers(site: Site, id: string): Site {
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
  return { ...site, revision: `${site.revision} ${id}`, documents: new Map(documents) };
}

test('a page of one name is the same byte for byte, whatever has changed on other pages', async () => {
  const site = await projectSite();
  const compiler = createCompiler({ assets: stubAssetsOf(site), client, buildId: 'test' });
  const pages = [...basePages(site, NOW)].filter(({ locale }) => locale === 'de');
  expect(pages.length).toBeGreaterThan(50);
  for (const page of pages) {
    const changed = withoutOthers(site, page.document);
    expect(nameOfPage(changed, compiler, page), page.document).toBe(nameOfPage(site, compiler, page));
    const [before, after] = [
      await compiler.compile({ site, ...page }),
      await compiler.compile({ site: changed, ...page }),
    ];
    expect(after.key, page.document).toBe(before.key);
  }
});
