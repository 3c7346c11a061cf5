import { listForms } from '#engine/decide/forms.ts';
import { renderToString } from 'react-dom/server';
import { escapeJsonInMarkup } from '#engine/shared/escape.ts';
import { type BindContext, bindBlocks, bindCodeTexts } from '#engine/compile/bind.ts';
import { bindForms } from '#engine/compile/bind-forms.ts';
import type { BlockRegistry } from '#engine/compile/registry-types.ts';
import { pageTexts } from '#engine/shared/engine-texts.ts';
import type { AssetManifest } from '#engine/compile/types.ts';
import type { Facets, ResolvedDocument, Site } from '#engine/documents/types.ts';
import { buildHref, listLanguageChoices } from '#engine/routing/links.ts';
import { blockRegistry } from '#schemas/generated/registry.ts';
import { FullPage, type FullPageData } from './FullPage.tsx';

export interface FullRootInput {
  readonly site: Site;
  readonly document: ResolvedDocument;
  readonly facets: Facets;
  readonly assets: AssetManifest;
  /** The same page as islands: head and drawings are taken from it. */
  readonly html: string;
  /** Address of the script that hydrates the root. */
  readonly script: string;
}

/** The same document as one root that is hydrated at load. Its form leaves checking to React, as such pages do. */
export function renderFullRoot({ site, document, facets, assets, html, script }: FullRootInput): string {
  const locale = site.config.locales.default;
  const registry: BlockRegistry = blockRegistry;
  const context: BindContext = { site, locale, facets, assets, registry, flow: document.flow };
  const data: FullPageData = {
    blocks: bindBlocks(document.blocks, context),
    layout: document.layout,
    layoutStrings: bindCodeTexts('page', pageTexts, { site, locale }),
    page: {
      locale,
      document: document.id,
      path: '/',
      homeHref: buildHref(site, { path: '/', locale }),
      siteName: site.config.name,
      shortName: site.config.shortName,
      theme: document.theme,
      facets,
      actionBase: '/do/',
      forms: bindForms(listForms(document, site), context),
      languages: listLanguageChoices(site, '/', locale, ''),
    },
  };
  // Its messages come from React alone: the style sheet does not show them ahead.
  const head = html.slice(0, html.indexOf('<body')).replaceAll(':user-invalid', ':not(*)');
  const sprite = /<svg class="sprite".*?<\/svg>/s.exec(html)?.[0] ?? '';
  const body = renderToString(<FullPage data={data} />);
  return `${head}<body>${sprite}<div id="root">${body}</div><script type="application/json" id="data">${escapeJsonInMarkup(data)}</script><script type="module" src="${script}"></script></body></html>`;
}
