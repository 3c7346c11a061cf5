import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCompiler } from '#engine/compile/index.ts';
import { run as check } from '#engine/cli/check/index.ts';
import { listDefaultPages } from '#server/site/store/default-pages.ts';
import { otherSites } from '#tests/helpers/other-sites.ts';
import { noClient, stubSiteAssets } from '#tests/helpers/stub-assets.ts';

const sites = otherSites();

test('A streaming service and a fair are rebuilt as documents alone', () => {
  expect(sites.map(({ name, site }) => [name, site.config.name])).toEqual([
    ['fair', 'Papyra'],
    ['streaming', 'Nocturne'],
  ]);
});

test.each(sites)('The command line finds nothing wrong in the documents and images of $name', async ({ root }) => {
  let text = '';
  const write = (part: string): void => {
    text += part;
  };
  expect(await check([], join(root), { write, colours: false })).toBe(0);
  expect(text.trim()).toBe('0 errors, 0 warnings.');
});

test.each(sites)('Every page of $name names its own company only, in all languages', async ({ site }) => {
  const compiler = createCompiler({ assets: stubSiteAssets(site), client: noClient, buildId: 'test' });
  const pages = [...listDefaultPages(site, Date.parse('2026-11-20'))];
  expect(new Set(pages.map(({ locale }) => locale)).size).toBe(7);
  for (const page of pages) {
    const { parts, end } = await compiler.compile({ site, ...page });
    const html = parts.filter((part) => typeof part === 'string').join('') + end;
    expect(html, `${page.locale} ${page.document}`).toContain(site.config.name);
    expect(html, `${page.locale} ${page.document}`).not.toMatch(/Cercle/i);
  }
});
