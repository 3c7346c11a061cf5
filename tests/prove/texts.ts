import { UserError } from '#engine/shared/errors.ts';
import type { Compiler } from '#engine/compile/types.ts';
import type { Site } from '#engine/documents/types.ts';
import { readBuildRecord, getReleaseFolder } from '#server/platform/build-record.ts';
import { loadBuiltCompiler } from '#server/site/store/built-compiler.ts';
import { listDefaultPages } from '#server/site/store/default-pages.ts';
import { textsInVain, withTexts } from '#tests/helpers/changed-texts.ts';
import { projectSite } from '#tests/helpers/project-site.ts';
import { stubSiteAssets } from '#tests/helpers/stub-assets.ts';
import type { Proof } from './proof.ts';

/** Of the pages that a changed text makes anew, those that stay the same byte for byte. */
const MAX_IN_VAIN = 0.01;

/** Each text of the site changed once, in German. */
export const texts: Proof = {
  summary:
    'Each text changed once: the pages whose bytes change are those that name it, and hardly any other is made anew.',
  runs: 1,
  run: async ({ progress }) => {
    const site = await projectSite();
    const compiler = await builtCompiler(site);
    const pages = [...listDefaultPages(site, Date.now())].filter(({ locale }) => locale === 'de');
    const broken: string[] = [];
    const vain = new Map<string, number>();
    let remade = 0;
    for (const [index, page] of pages.entries()) {
      const before = await compiler.compile({ site, ...page });
      const shown = new Set(before.texts);
      const after = await compiler.compile({ site: withTexts(site, (name) => !shown.has(name)), ...page });
      if (after.key !== before.key) broken.push(`${page.document} changes with a text that it does not name.`);
      const found = await textsInVain(site, compiler, page);
      remade += found.tried;
      for (const name of found.vain) vain.set(name, (vain.get(name) ?? 0) + 1);
      progress(index + 1, pages.length);
    }
    const inVain = [...vain.values()].reduce((sum, count) => sum + count, 0);
    if (inVain > MAX_IN_VAIN * remade) broken.push(`${inVain} of ${remade} pages are made anew in vain.`);
    return {
      found: [
        ['Pages in German', pages.length],
        ['Pages made anew, over all texts', remade],
        ['Of these the same byte for byte', `${inVain} (${((100 * inVain) / remade).toFixed(2)} %)`],
        ['Texts of which that holds', [...vain.keys()].join(', ')],
      ],
      broken,
    };
  },
};

/** Rendering code that needs no bundler. */
async function builtCompiler(site: Site): Promise<Compiler> {
  const record = await readBuildRecord();
  if (record === null) throw new UserError('There is no finished build. Run "npm run build" first.');
  process.env.NODE_ENV = 'production';
  const create = await loadBuiltCompiler(getReleaseFolder(record));
  return create({ assets: stubSiteAssets(site), buildId: record.buildId });
}
